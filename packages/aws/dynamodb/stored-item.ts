import { isDeepStrictEqual } from "node:util";
import { type Item, marshallItem, type TableClient } from "./table-client.ts";

/**
 * Whether exactly this item is stored. Asked when a conditional write was refused: the SDK repeats a write
 * whose answer was lost, and the repetition fails on the condition the first one satisfied.
 */
export async function isStored(table: TableClient, item: Item): Promise<boolean> {
  const stored = await table.get(item);
  return stored !== undefined && isDeepStrictEqual(marshallItem(stored), marshallItem(item));
}
