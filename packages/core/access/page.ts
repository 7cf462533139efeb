/** One page of a list. `next` goes back in as `after`; `null` at the end. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/** A position as callers get it: opaque, so that what it holds can change. */
export function encodeCursor(position: string): string {
  return Buffer.from(position, "utf8").toString("base64url");
}

/** The position of a cursor; `undefined` for a text that `encodeCursor` does not give. */
export function decodeCursor(cursor: string): string | undefined {
  const position = Buffer.from(cursor, "base64url").toString("utf8");
  return encodeCursor(position) === cursor ? position : undefined;
}

export interface PageRequest {
  /** Position behind which to go on: the `next` of the page before. */
  after?: string | undefined;
  /** At most so many items. */
  limit: number;
}
