import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { type marshallKey, type TableClient, unmarshallItem } from "@plumbline/aws/dynamodb/table-client.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";

/** Read at once: a scan of the embedded store holds up all else in the process. */
const READ_TOGETHER = 500;
const DAY_MS = 24 * 60 * 60_000;
/** Between two readings, so that others have their turn. */
const PAUSE_MS = 20;

export interface ExpiredItemsOptions {
  table: TableClient;
  clock: Clock;
  logger: Logger;
}

/**
 * What DynamoDB does by itself and the embedded store does not: items whose `ttl` (seconds since the epoch) has passed are deleted, once
 * after a start and then every day. Readers leave them out before that. Answers a way to stop.
 */
export function deleteExpiredDaily(options: ExpiredItemsOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = daily(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

async function daily(options: ExpiredItemsOptions, signal: AbortSignal): Promise<void> {
  const { clock, logger } = options;
  while (!signal.aborted) {
    try {
      await deleteExpired(options, signal);
    } catch (error) {
      if (!signal.aborted) logger.log("error", "expired_items_failed", describeUnexpected(error));
    }
    await clock.wait(DAY_MS, signal).catch(() => undefined);
  }
}

async function deleteExpired({ table, clock }: ExpiredItemsOptions, signal: AbortSignal): Promise<void> {
  const now = Math.floor(clock.now() / 1000);
  let start: ReturnType<typeof marshallKey> | undefined;
  do {
    const command: ScanCommand = new ScanCommand({
      TableName: table.tableName,
      ProjectionExpression: "pk, sk",
      FilterExpression: "#ttl <= :now",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: { ":now": { N: String(now) } },
      Limit: READ_TOGETHER,
      ExclusiveStartKey: start,
    });
    const { Items: items = [], LastEvaluatedKey: end } = await table.client.send(command);
    for (const item of items)
      await table.delete(unmarshallItem(item), { expression: "#ttl <= :now", values: { now } });
    start = end;
    if (start) await clock.wait(PAUSE_MS, signal);
  } while (start);
}
