import type { Page, PageRequest } from "@plumbline/core/records/page.ts";

/** All pages of a list, each as its items. */
export async function pages<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<T[][]> {
  const found: T[][] = [];
  let after: string | undefined;
  do {
    const page = await list({ limit, after });
    found.push(page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}
