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

/** An item as DynamoDB hands it out: what is copied is copied exactly. */
export type RawItem = Record<string, AttributeValue>;

/** Partition of the ledger of a restore under way, which is never emptied nor copied. */
const LEDGER = "ENDINGS";

/** Reads every item of a table, as of now, page by page. */
async function* scanTable(table: TableClient): AsyncGenerator<RawItem[]> {
  const input = { TableName: table.tableName, ConsistentRead: true };
  for await (const { Items: items = [] } of paginateScan({ client: table.client }, input))
    yield items.filter(({ pk }) => pk?.S !== LEDGER);
}

/** Returns the ARN of a table. Throws ConfigurationError where the client's account and region have none. */
async function findArn({ client, tableName: TableName }: TableClient): Promise<string | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table?.TableArn;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    throw new ConfigurationError(`This account and region have no table ${TableName}.`);
  }
}

/** Tells whether two clients use one table, which could not be restored from itself. Throws likewise. */
export async function isSameTable(one: TableClient, other: TableClient): Promise<boolean> {
  return (await findArn(one)) === (await findArn(other));
}

/**
 * Puts the items of one table in the place of another's. `changed` returns an item as it is written. It can
 * be repeated. Returns how many were written.
 */
export async function replaceItems(
  from: TableClient,
  to: TableClient,
  { clock, changed = async (item) => item }: { clock: Clock; changed?(item: RawItem): Promise<RawItem> },
): Promise<number> {
  for await (const page of scanTable(to)) await batchDelete(to, page.map(unmarshallItem), clock);
  let written = 0;
  for await (const page of scanTable(from)) {
    await batchPut(to, await Promise.all(page.map(changed)), clock);
    written += page.length;
  }
  return written;
}

/** Keeps what ended in the table that is about to be replaced, so that a restore that was cut off goes on. */
export async function keepLedger(
  table: TableClient,
  endings: AsyncIterable<Ending>,
  clock: Clock,
): Promise<void> {
  const kept = new Map<string, Ending>();
  for await (const ending of endings)
    kept.set(`${ending.owner}/${ending.record}${ending.expires ? "/expires" : ""}`, ending);
  const items = [...kept].map(([sk, ending]) => marshallItem({ pk: LEDGER, sk, ...ending }));
  await batchPut(table, items, clock);
}

export async function* keptLedger(table: TableClient): AsyncGenerator<Ending> {
  for await (const items of queryRange(table, { pk: LEDGER, first: " ", last: "~" }))
    yield* items as unknown as Ending[];
}

/** Drops the ledger of a restore that is over. */
export async function dropLedger(table: TableClient, clock: Clock): Promise<void> {
  for await (const items of queryRange(table, { pk: LEDGER, first: " ", last: "~" }))
    await batchDelete(table, items, clock);
}
