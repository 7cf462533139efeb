import type { Page, PageRequest } from "@plumbline/core/access/page.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import * as z from "zod";

const DEFAULT_LIMIT = 50;

/** Query parameters of every list. */
export const pageQuery = z.strictObject({
  cursor: z.string().min(1).max(1024).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(DEFAULT_LIMIT),
});

/** Cursors are opaque to callers, so that what they hold can change. */
export function pageRequest({ cursor, limit }: z.infer<typeof pageQuery>): PageRequest {
  if (cursor === undefined) return { limit };
  const after = Buffer.from(cursor, "base64url").toString("utf8");
  if (encodeCursor(after) !== cursor) {
    throw new ServiceError("bad_request", "The cursor is not one this service gave.", {
      issues: [{ path: "cursor", message: "must be a next_cursor of an earlier answer" }],
    });
  }
  return { after, limit };
}

/** A page as every list answers it. */
export function pageAnswer<T, Shown>(page: Page<T>, show: (item: T) => Shown) {
  return { items: page.items.map(show), next_cursor: page.next === null ? null : encodeCursor(page.next) };
}

function encodeCursor(position: string): string {
  return Buffer.from(position, "utf8").toString("base64url");
}
