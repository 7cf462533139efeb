import {
  type AttributeValue,
  DescribeTableCommand,
  paginateScan,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Ending } from "@plumbline/core/credentials/replay-erasures.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { batchDelete, batchPut } from "./batches.ts";
import { queryRange } from "./query-range.ts";
import { marshallItem, type TableClient, unmarshallItem } from "./table-client.ts";

/** An item in DynamoDB's own format, so that copies are exact. */
export type RawItem = Record<string, AttributeValue>;

/** Partition of the ledger of a restore in progress. It is neither emptied nor copied. */
const LEDGER_PARTITION = "ENDINGS";

/** Yields every item of a table, page by page, with consistent reads. */
async function* scanTable(table: TableClient): AsyncGenerator<RawItem[]> {
  const input = { TableName: table.tableName, ConsistentRead: true };
  for await (const { Items: items = [] } of paginateScan({ client: table.client }, input))
    yield items.filter(({ pk }) => pk?.S !== LEDGER_PARTITION);
}

/** Returns the ARN of a table. Throws ConfigurationError if the account and region have no such table. */
async function findArn({ client, tableName: TableName }: TableClient): Promise<string | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table?.TableArn;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    throw new ConfigurationError(`This account and region have no table ${TableName}.`);
  }
}

/**
 * Returns whether two clients use the same table, which cannot be restored from itself. Throws
 * ConfigurationError if a table does not exist.
 */
export async function isSameTable(one: TableClient, other: TableClient): Promise<boolean> {
  return (await findArn(one)) === (await findArn(other));
}

/**
 * Replaces all items of one table with those of another, and returns their number. `convert` changes an item
 * before it is written. Can be repeated.
 */
export async function replaceItems(
  from: TableClient,
  to: TableClient,
  { clock, convert = async (item) => item }: { clock: Clock; convert?(item: RawItem): Promise<RawItem> },
): Promise<number> {
  for await (const page of scanTable(to)) await batchDelete(to, page.map(unmarshallItem), clock);
  let written = 0;
  for await (const page of scanTable(from)) {
    await batchPut(to, await Promise.all(page.map(convert)), clock);
    written += page.length;
  }
  return written;
}

/**
 * Saves the ledger of a restore in the table to be replaced, so that an interrupted restore can continue. The
 * ledger lists what ended after the backup.
 */
export async function saveLedger(
  table: TableClient,
  endings: AsyncIterable<Ending>,
  clock: Clock,
): Promise<void> {
  const saved = new Map<string, Ending>();
  for await (const ending of endings)
    saved.set(`${ending.owner}/${ending.record}${ending.expires ? "/expires" : ""}`, ending);
  const items = [...saved].map(([sk, ending]) => marshallItem({ pk: LEDGER_PARTITION, sk, ...ending }));
  await batchPut(table, items, clock);
}

export async function* readLedger(table: TableClient): AsyncGenerator<Ending> {
  for await (const items of queryRange(table, { pk: LEDGER_PARTITION, first: " ", last: "~" }))
    yield* items as unknown as Ending[];
}

/** Deletes the ledger after the restore. */
export async function dropLedger(table: TableClient, clock: Clock): Promise<void> {
  for await (const items of queryRange(table, { pk: LEDGER_PARTITION, first: " ", last: "~" }))
    await batchDelete(table, items, clock);
}
