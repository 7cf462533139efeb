import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type KeysAndAttributes,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { send, tableUnavailable } from "./send.ts";
import { type Item, type ItemKey, marshallKey, type TableClient, unmarshallItem } from "./table-client.ts";

/**
 * BatchGetItem takes no more (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html).
 */
const MOST_READ = 100;
/**
 * BatchWriteItem takes no more
 * (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html).
 */
const MOST_WRITTEN = 25;
/** Waits before what a batch left undone is asked for again; the same pages advise exponential backoff. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/** `consistent`: as of now. Without it at half the price, as of a moment ago. */
export interface BatchGetOptions {
  clock: Clock;
  consistent: boolean;
}

/** The place of an item: in which table, and its key. */
export interface PlacedKey {
  table: TableClient;
  key: ItemKey;
}

/**
 * Reads items, also of several tables of one client, in the order of their keys: `undefined` where none is.
 * Throws ServiceError `unavailable` when a table goes on refusing.
 */
export async function batchGet(
  keys: readonly PlacedKey[],
  options: BatchGetOptions,
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  // A request may name each key once.
  const wanted = [
    ...new Map(keys.map((placed) => [nameOf(placed.table.tableName, placed.key), placed])).values(),
  ];
  for (let start = 0; start < wanted.length; start += MOST_READ)
    await readBatch(wanted.slice(start, start + MOST_READ), options, found);
  return keys.map(({ table, key }) => found.get(nameOf(table.tableName, key)));
}

async function readBatch(
  keys: readonly PlacedKey[],
  { clock, consistent }: BatchGetOptions,
  found: Map<string, Item>,
): Promise<void> {
  const [first] = keys;
  if (!first) return;
  let left: Record<string, KeysAndAttributes> = {};
  for (const { table, key } of keys) {
    const { Keys: others = [] } = left[table.tableName] ?? {};
    left[table.tableName] = { Keys: [...others, marshallKey(key)], ConsistentRead: consistent };
  }
  for (const wait of [...WAITS_MS, undefined]) {
    const command: BatchGetItemCommand = new BatchGetItemCommand({ RequestItems: left });
    const { Responses: read = {}, UnprocessedKeys: unread = {} } = await send(
      first.table.client.send(command),
    );
    for (const [name, items] of Object.entries(read))
      for (const item of items.map(unmarshallItem)) found.set(nameOf(name, item), item);
    if (Object.keys(unread).length === 0) return;
    left = unread;
    if (wait !== undefined) await clock.wait(wait);
  }
  throw tableUnavailable();
}

function nameOf(table: string, { pk, sk }: ItemKey): string {
  return JSON.stringify([table, pk, sk]);
}

/** Writes items as they were read, whatever was there. Throws likewise. */
export async function batchPut(
  table: TableClient,
  items: readonly Record<string, AttributeValue>[],
  clock: Clock,
): Promise<void> {
  for (let start = 0; start < items.length; start += MOST_WRITTEN) {
    const batch = items.slice(start, start + MOST_WRITTEN);
    await sendBatch(
      table,
      batch.map((Item) => ({ PutRequest: { Item } })),
      clock,
    );
  }
}

/**
 * Deletes items by key, whether they are there or not. Throws ServiceError `unavailable` when the table goes
 * on refusing.
 */
export async function batchDelete(table: TableClient, keys: readonly ItemKey[], clock: Clock): Promise<void> {
  for (let start = 0; start < keys.length; start += MOST_WRITTEN) {
    const batch = keys.slice(start, start + MOST_WRITTEN);
    await sendBatch(
      table,
      batch.map((key) => ({ DeleteRequest: { Key: marshallKey(key) } })),
      clock,
    );
  }
}

async function sendBatch(table: TableClient, requests: WriteRequest[], clock: Clock): Promise<void> {
  let left = requests;
  for (const wait of [...WAITS_MS, undefined]) {
    const command = new BatchWriteItemCommand({ RequestItems: { [table.tableName]: left } });
    const { UnprocessedItems: refused } = await send(table.client.send(command));
    left = refused?.[table.tableName] ?? [];
    if (left.length === 0) return;
    if (wait !== undefined) await clock.wait(wait);
  }
  throw tableUnavailable();
}
