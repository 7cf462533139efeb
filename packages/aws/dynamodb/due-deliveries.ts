import { createHash } from "node:crypto";
import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { WatchEventRecord } from "@plumbline/core/watches/watch.ts";
import type { DueDelivery } from "@plumbline/core/watches/watch-store.ts";
import { send } from "./send.ts";
import { INDEX_NAME } from "./table.ts";
import { type marshallKey, type TableClient, unmarshallItem } from "./table-client.ts";
import { eventOf } from "./watch-event-key.ts";

/** Partitions that the deliveries of all watches are spread over. */
const SHARDS = 4;

/**
 * Where an event stands in the index while its delivery waits: `DELIVER#<shard> / <due_at>`. Nothing for any other, so that the index holds
 * what waits alone, and the longest waiting first.
 */
export function placeInIndex({
  watch_id,
  delivery,
}: WatchEventRecord): { gsi1pk: string; gsi1sk: string } | undefined {
  if (delivery?.status !== "waiting" || delivery.due_at === null) return undefined;
  const shard = createHash("sha256").update(watch_id).digest().readUInt8(0) % SHARDS;
  return { gsi1pk: shardPartition(shard), gsi1sk: delivery.due_at };
}

/** Those due at `now`, shard after shard, of each its share of `most` and what those before have left. The index follows the table by a moment. */
export async function* dueDeliveries(
  table: TableClient,
  now: string,
  most: number,
): AsyncGenerator<DueDelivery> {
  let left = most;
  for (let shard = 0; shard < SHARDS; shard++) {
    for await (const due of dueOfShard(table, shard, now, Math.ceil(left / (SHARDS - shard)))) {
      left -= 1;
      yield due;
    }
  }
}

async function* dueOfShard(
  table: TableClient,
  shard: number,
  now: string,
  most: number,
): AsyncGenerator<DueDelivery> {
  let left = most;
  let start: ReturnType<typeof marshallKey> | undefined;
  while (left > 0) {
    const command: QueryCommand = new QueryCommand({
      TableName: table.tableName,
      IndexName: INDEX_NAME,
      KeyConditionExpression: "gsi1pk = :shard AND gsi1sk <= :now",
      ExpressionAttributeValues: { ":shard": { S: shardPartition(shard) }, ":now": { S: now } },
      // A table made before the index was one of keys alone hands out whole events.
      ProjectionExpression: "pk, sk",
      Limit: left,
      ExclusiveStartKey: start,
    });
    const { Items: items = [], LastEvaluatedKey: end } = await send(table.client.send(command));
    for (const item of items) yield eventOf(unmarshallItem(item));
    left -= items.length;
    if (!end) return;
    start = end;
  }
}

function shardPartition(shard: number): string {
  return `DELIVER#${shard}`;
}
