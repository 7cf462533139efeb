import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  type KeysAndAttributes,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { createTableUnavailableError, send } from "./send.ts";
import { type Item, type ItemKey, marshallKey, type TableClient, unmarshallItem } from "./table-client.ts";

/** Limit of BatchGetItem (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html). */
const MAX_READ_KEYS = 100;
/**
 * Limit of BatchWriteItem (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html).
 */
const MAX_WRITES = 25;
/** Delays before retrying unprocessed items. The same pages recommend exponential backoff. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/** `consistent` reads the latest state. Otherwise, a read costs half as much but may be slightly stale. */
export interface BatchGetOptions {
  clock: Clock;
  consistent: boolean;
}

export interface TableKey {
  table: TableClient;
  key: ItemKey;
}

/** Keys that are read with one client in one request. */
interface PendingBatch {
  keys: Map<string, TableKey>;
  found: Promise<ReadonlyMap<string, Item>>;
}

/** Batches that are sent at the end of the current turn of the event loop, by client. */
const pendingBatches = {
  consistent: new WeakMap<object, PendingBatch>(),
  stale: new WeakMap<object, PendingBatch>(),
};

/**
 * Reads items, also from several tables of one client. Returns them in the order of their keys, with
 * `undefined` for missing ones. Reads that start in the same turn of the event loop share a request. Throws
 * ServiceError `unavailable` if a table keeps refusing.
 */
export async function batchGet(
  keys: readonly TableKey[],
  options: BatchGetOptions,
): Promise<(Item | undefined)[]> {
  const [first] = keys;
  if (!first) return [];
  const keyNames = keys.map(formatTableKey);
  const { client } = first.table;
  const pending = pendingBatches[options.consistent ? "consistent" : "stale"];
  const open = pending.get(client);
  const hasRoom = open !== undefined && open.keys.size + keys.length <= MAX_READ_KEYS;
  const { keys: wanted, found } = hasRoom ? open : openBatch(client, options, () => pending.delete(client));
  if (!hasRoom) pending.set(client, { keys: wanted, found });
  // A request must not contain a key twice.
  for (const [index, key] of keys.entries()) wanted.set(keyNames[index] ?? "", key);
  const items = await found;
  return keyNames.map((name) => items.get(name));
}

function openBatch(client: DynamoDBClient, options: BatchGetOptions, close: () => void): PendingBatch {
  const keys: PendingBatch["keys"] = new Map();
  const found = new Promise<void>((resolve) => process.nextTick(resolve)).then(async () => {
    close();
    const items = new Map<string, Item>();
    const all = [...keys.values()];
    for (let start = 0; start < all.length; start += MAX_READ_KEYS)
      await readBatch(client, all.slice(start, start + MAX_READ_KEYS), options, items);
    return items;
  });
  return { keys, found };
}

async function readBatch(
  client: DynamoDBClient,
  keys: readonly TableKey[],
  { clock, consistent }: BatchGetOptions,
  found: Map<string, Item>,
): Promise<void> {
  let remaining: Record<string, KeysAndAttributes> = {};
  for (const { table, key } of keys) {
    const { Keys: previous = [] } = remaining[table.tableName] ?? {};
    remaining[table.tableName] = { Keys: [...previous, marshallKey(key)], ConsistentRead: consistent };
  }
  for (const wait of [...WAITS_MS, undefined]) {
    const command: BatchGetItemCommand = new BatchGetItemCommand({ RequestItems: remaining });
    const { Responses: responses = {}, UnprocessedKeys: unread = {} } = await send(client.send(command));
    for (const [name, items] of Object.entries(responses))
      for (const item of items.map(unmarshallItem)) found.set(formatKey(name, item), item);
    if (Object.keys(unread).length === 0) return;
    remaining = unread;
    if (wait !== undefined) await clock.wait(wait);
  }
  throw createTableUnavailableError();
}

function formatTableKey({ table, key }: TableKey): string {
  return formatKey(table.tableName, key);
}

function formatKey(table: string, { pk, sk }: ItemKey): string {
  return JSON.stringify([table, pk, sk]);
}

/**
 * Writes items in their stored form, replacing existing ones. Throws ServiceError `unavailable` if the table
 * keeps refusing.
 */
export function batchPut(
  table: TableClient,
  items: readonly Record<string, AttributeValue>[],
  clock: Clock,
): Promise<void> {
  return batchWrite(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
    clock,
  );
}

/** Deletes items by key, if they exist. Throws ServiceError `unavailable` if the table keeps refusing. */
export function batchDelete(table: TableClient, keys: readonly ItemKey[], clock: Clock): Promise<void> {
  return batchWrite(
    table,
    keys.map((key) => ({ DeleteRequest: { Key: marshallKey(key) } })),
    clock,
  );
}

async function batchWrite(table: TableClient, requests: WriteRequest[], clock: Clock): Promise<void> {
  for (let start = 0; start < requests.length; start += MAX_WRITES)
    await sendBatch(table, requests.slice(start, start + MAX_WRITES), clock);
}

async function sendBatch(table: TableClient, requests: WriteRequest[], clock: Clock): Promise<void> {
  let remaining = requests;
  for (const wait of [...WAITS_MS, undefined]) {
    const command = new BatchWriteItemCommand({ RequestItems: { [table.tableName]: remaining } });
    const { UnprocessedItems: unprocessed } = await send(table.client.send(command));
    remaining = unprocessed?.[table.tableName] ?? [];
    if (remaining.length === 0) return;
    if (wait !== undefined) await clock.wait(wait);
  }
  throw createTableUnavailableError();
}
