import { BatchWriteItemCommand, type WriteRequest } from "@aws-sdk/client-dynamodb";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { send, tableUnavailable } from "./send.ts";
import { type ItemKey, marshallKey, type TableClient } from "./table-client.ts";

/**
 * BatchWriteItem takes no more
 * (docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html).
 */
const BATCH_SIZE = 25;
/** Waits before a batch's refused part is sent again; the same page advises exponential backoff. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/**
 * Deletes items by key, whether they are there or not. Throws ServiceError `unavailable` when the table goes
 * on refusing.
 */
export async function batchDelete(table: TableClient, keys: readonly ItemKey[], clock: Clock): Promise<void> {
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    const batch = keys.slice(start, start + BATCH_SIZE);
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
