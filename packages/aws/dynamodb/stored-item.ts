import { isDeepStrictEqual } from "node:util";
import { type Item, marshallItem, type TableClient } from "./table-client.ts";

/**
 * Returns true when exactly this item is stored. Call it after a conditional write was refused: the SDK
 * repeats a write whose answer was lost, and the repetition fails on the condition that the first write
 * satisfied.
 */
export async function isStored(table: TableClient, item: Item): Promise<boolean> {
  const stored = await table.get(item);
  return stored !== undefined && isDeepStrictEqual(marshallItem(stored), marshallItem(item));
}
