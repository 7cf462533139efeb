import {
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

/**
 * Reads items by key, each key given once: those that are there, in any order. Throws ServiceError
 * `unavailable` when the table goes on refusing.
 */
export async function batchGet(
  table: TableClient,
  keys: readonly ItemKey[],
  options: BatchGetOptions,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let start = 0; start < keys.length; start += MOST_READ)
    found.push(...(await readBatch(table, keys.slice(start, start + MOST_READ), options)));
  return found;
}

async function readBatch(
  table: TableClient,
  keys: readonly ItemKey[],
  { clock, consistent }: BatchGetOptions,
): Promise<Item[]> {
  const found: Item[] = [];
  let left: KeysAndAttributes | undefined = { Keys: keys.map(marshallKey), ConsistentRead: consistent };
  for (const wait of [...WAITS_MS, undefined]) {
    const command: BatchGetItemCommand = new BatchGetItemCommand({
      RequestItems: { [table.tableName]: left },
    });
    const { Responses: read, UnprocessedKeys: unread } = await send(table.client.send(command));
    found.push(...(read?.[table.tableName] ?? []).map(unmarshallItem));
    left = unread?.[table.tableName];
    if (!left?.Keys?.length) return found;
    if (wait !== undefined) await clock.wait(wait);
  }
  throw tableUnavailable();
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
