/** One page of a list. Pass `next` as `after` to get the next page. `next` is `null` on the last page. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/** Requests one page of a list. */
export interface PageRequest {
  /** Position to continue after: `next` of the previous page. */
  after?: string | undefined;
  /** Maximum number of items. */
  limit: number;
}

/**
 * Returns the next page with at least one item that passes `isKept`, or the last page. It may have fewer
 * items than its limit.
 */
export async function filterPage<T>(
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

/** Number of items per read. */
const ITEMS_PER_READ = 100;

/** Yields every item of a list, reading pages as needed. */
export async function* listItems<T>(read: (request: PageRequest) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page<T> = await read({ after, limit: ITEMS_PER_READ });
    yield* page.items;
    after = page.next;
  }
}

/** Encodes a position as an opaque cursor, so that its content may change. */
export function encodeCursor(position: string): string {
  return Buffer.from(position, "utf8").toString("base64url");
}

/** Decodes a cursor. Returns `undefined` if `encodeCursor` did not create it. */
export function decodeCursor(cursor: string): string | undefined {
  const position = Buffer.from(cursor, "base64url").toString("utf8");
  return encodeCursor(position) === cursor ? position : undefined;
}
