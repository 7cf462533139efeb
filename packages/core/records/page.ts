/** One page of a list. `next` goes back in as `after`; `null` at the end. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/**
 * Reads the next page that has something to keep, or the last one. It may hold fewer items than its limit.
 */
export async function keptPage<T>(
  request: PageRequest,
  read: (request: PageRequest) => Promise<Page<T>>,
  isKept: (item: T) => boolean,
): Promise<Page<T>> {
  for (let { after } = request; ; ) {
    const page = await read({ ...request, after });
    const items = page.items.filter(isKept);
    if (items.length > 0 || page.next === null) return { items, next: page.next };
    after = page.next;
  }
}

/** Items of a list that are read at once. */
const READ_TOGETHER = 100;

/** Reads every item of a list, page by page, as far as it is wanted. */
export async function* eachItem<T>(read: (request: PageRequest) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page<T> = await read({ after, limit: READ_TOGETHER });
    yield* page.items;
    after = page.next;
  }
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
