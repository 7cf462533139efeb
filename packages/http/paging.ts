import { decodeCursor, encodeCursor, type Page, type PageRequest } from "@plumbline/core/access/page.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import * as z from "zod";

const DEFAULT_LIMIT = 50;

/** A number in a query: digits and nothing else, so neither `0x10` nor ` 5`. */
export function digits<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value),
    schema,
  );
}

/** Query parameters of every list. */
export const pageQuery = z.strictObject({
  cursor: z
    .string()
    .min(1, { abort: true })
    .max(1024, { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/, "must be a next_cursor of an earlier answer")
    .optional()
    .describe("The `next_cursor` of the page before."),
  limit: digits(z.int().min(1).max(100).default(DEFAULT_LIMIT)).describe("At most so many items."),
});

/** Throws `bad_request` for a cursor that is not ours. */
export function pageRequest({ cursor, limit }: z.infer<typeof pageQuery>): PageRequest {
  if (cursor === undefined) return { limit };
  const after = decodeCursor(cursor);
  if (after === undefined) {
    throw new ServiceError("bad_request", "The cursor is not one this service gave.", {
      issues: [{ path: "cursor", message: "must be a next_cursor of an earlier answer" }],
    });
  }
  return { after, limit };
}

/** What every list answers. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe("To be sent as `cursor`; null on the last page."),
  });
}

/** A page as every list answers it. */
export function pageAnswer<T, Shown>(page: Page<T>, show: (item: T) => Shown) {
  return { items: page.items.map(show), next_cursor: page.next === null ? null : encodeCursor(page.next) };
}
