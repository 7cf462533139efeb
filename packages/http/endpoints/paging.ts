import type { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "@plumbline/core/records/page.ts";
import * as z from "zod";
import { createFieldError } from "../problems.ts";

const DEFAULT_LIMIT = 50;
const CURSOR_RULE = "must be a next_cursor from an earlier response";

/** Creates the schema of a number in a query. Accepts only digits and a sign, so neither `0x10` nor ` 5`. */
export function digits<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
    schema,
  );
}

/** Query parameters of every list. */
export const pageQuery = z.strictObject({
  cursor: z
    .string()
    .min(1, { abort: true })
    .max(1024, { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/, CURSOR_RULE)
    .optional()
    .describe("The `next_cursor` of the previous page."),
  limit: digits(z.int().min(1).max(100).default(DEFAULT_LIMIT)).describe("The maximum number of items."),
});

/**
 * Converts query parameters to a page request. Throws `bad_request` for an invalid cursor. `name` is its
 * field.
 */
export function toPageRequest({ cursor, limit }: z.infer<typeof pageQuery>, name = "cursor"): PageRequest {
  if (cursor === undefined) return { limit };
  const after = decodeCursor(cursor);
  if (after !== undefined) return { after, limit };
  throw createFieldError(name, CURSOR_RULE, "The cursor is not valid.");
}

/**
 * Creates the schema of a page, which has the same format in every list. `parameter` is the query parameter
 * for the next page.
 */
export function createPageSchema<Item extends z.ZodType>(item: Item, parameter = "cursor") {
  return z.object({
    items: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .describe(`Send it as \`${parameter}\` to get the next page; null on the last page.`),
  });
}

/** Formats a page of a list. */
export function formatPage<T, Shown>(page: Page<T>, show: (item: T) => Shown) {
  return { items: page.items.map(show), next_cursor: page.next === null ? null : encodeCursor(page.next) };
}

/**
 * Decodes the cursor of a list whose items are numbered, such as events. `name` is the parameter. Throws
 * `bad_request` for an invalid cursor.
 */
export function decodeSequence(name: string, cursor: string | undefined): number | undefined {
  const { after } = toPageRequest({ cursor, limit: 1 }, name);
  if (after === undefined) return undefined;
  if (/^\d{1,12}$/.test(after)) return Number(after);
  throw createCursorError(name);
}

export function createCursorError(name: string): ServiceError {
  const message = `\`${name}\` is not a valid cursor.`;
  return createFieldError(name, "must be a cursor from an earlier response", message);
}
