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
const MAX_READ = 100;
/**
 * BatchWriteItem takes no more
 * (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html).
 */
const MAX_WRITTEN = 25;
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

/** Reads of one client that are sent together. */
interface Gathering {
  keys: Map<string, PlacedKey>;
  found: Promise<ReadonlyMap<string, Item>>;
}

/** The reads that wait for the end of the current turn of the event loop. */
const gathering = { consistent: new WeakMap<object, Gathering>(), stale: new WeakMap<object, Gathering>() };

/**
 * Reads items, also from several tables of one client, in the order of their keys; returns `undefined` for
 * missing ones. Reads that begin in the same turn of the event loop share a request. Throws ServiceError
 * `unavailable` if a table keeps refusing.
 */
export async function batchGet(
  keys: readonly PlacedKey[],
  options: BatchGetOptions,
): Promise<(Item | undefined)[]> {
  const [first] = keys;
  if (!first) return [];
  const names = keys.map(formatPlacedKey);
  const { client } = first.table;
  const waiting = gathering[options.consistent ? "consistent" : "stale"];
  const joined = waiting.get(client);
  const isJoined = joined !== undefined && joined.keys.size + keys.length <= MAX_READ;
  const { keys: wanted, found } = isJoined ? joined : gather(options, () => waiting.delete(client));
  if (!isJoined) waiting.set(client, { keys: wanted, found });
  // A request may contain each key once.
  for (const [index, key] of keys.entries()) wanted.set(names[index] ?? "", key);
  const items = await found;
  return names.map((name) => items.get(name));
}

function gather(options: BatchGetOptions, close: () => void): Gathering {
  const keys: Gathering["keys"] = new Map();
  const found = new Promise<void>((resolve) => process.nextTick(resolve)).then(async () => {
    close();
    const items = new Map<string, Item>();
    const all = [...keys.values()];
    for (let start = 0; start < all.length; start += MAX_READ)
      await readBatch(all.slice(start, start + MAX_READ), options, items);
    return items;
  });
  return { keys, found };
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
      for (const item of items.map(unmarshallItem)) found.set(formatKey(name, item), item);
    if (Object.keys(unread).length === 0) return;
    left = unread;
    if (wait !== undefined) await clock.wait(wait);
  }
  throw tableUnavailable();
}

function formatPlacedKey({ table, key }: PlacedKey): string {
  return formatKey(table.tableName, key);
}

function formatKey(table: string, { pk, sk }: ItemKey): string {
  return JSON.stringify([table, pk, sk]);
}

/** Writes items as they were read, whatever was there. Throws likewise. */
export async function batchPut(
  table: TableClient,
  items: readonly Record<string, AttributeValue>[],
  clock: Clock,
): Promise<void> {
  for (let start = 0; start < items.length; start += MAX_WRITTEN) {
    const batch = items.slice(start, start + MAX_WRITTEN);
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
  for (let start = 0; start < keys.length; start += MAX_WRITTEN) {
    const batch = keys.slice(start, start + MAX_WRITTEN);
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
