/** Start and size of a page of a list. */
interface Paging {
  limit: number;
  cursor?: string;
}

/** A response with one page of a list. */
interface PageResponse<Page> {
  data: Page & { next_cursor: string | null };
}

/** Yields every page of a list, from `start` or from the first one. */
export async function* eachPage<Page>(
  read: (paging: Paging) => Promise<PageResponse<Page>>,
  start?: string,
): AsyncGenerator<PageResponse<Page>["data"], void> {
  let cursor = start;
  do {
    const { data } = await read({ limit: 100, ...(cursor !== undefined && { cursor }) });
    yield data;
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

/** Reads every page of a list and returns all items. */
export async function everyItem<Item>(
  read: (paging: Paging) => Promise<PageResponse<{ items: readonly Item[] }>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of eachPage(read)) items.push(...page.items);
  return items;
}
