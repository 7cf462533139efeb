/** Start and size of a page of a list. */
interface Paging {
  limit: number;
  cursor?: string;
}

/** Reads every page of a list and returns all items. */
export async function everyItem<Item>(
  read: (paging: Paging) => Promise<{ data: { items: readonly Item[]; next_cursor: string | null } }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await read({ limit: 100, ...(cursor !== undefined && { cursor }) });
    items.push(...data.items);
    cursor = data.next_cursor;
  }
  return items;
}
