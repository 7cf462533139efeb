import { createHash } from "node:crypto";
import { QueryCommand, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { type DueBounds, type DueDelivery, DueListing } from "@plumbline/watches/service/watch-store.ts";
import { send } from "./send.ts";
import { INDEX_NAME } from "./table.ts";
import { type marshallKey, type TableClient, unmarshallItem } from "./table-client.ts";
import { readEventKey } from "./watch-event-key.ts";

/** Partitions that the deliveries of all watches are spread over. */
const SHARDS = 4;
/** Keys read of a shard, from its beginning and from its end: some 4 MB at most, or 450 read units. */
const MOST_READ = 20_000;
const MOST_READ_LAST = 5_000;
const READ_TOGETHER = 2_000;

/**
 * Where an event stands in the index while its delivery waits: `DELIVER#<shard> / <due_at>`. Nothing for any
 * other, so that the index holds what waits alone, and the longest waiting first.
 */
export function placeInIndex({
  watch_id,
  delivery,
}: WatchEventRecord): { gsi1pk: string; gsi1sk: string } | undefined {
  if (delivery?.status !== "waiting" || delivery.due_at === null) return undefined;
  const shard = createHash("sha256").update(watch_id).digest().readUInt8(0) % SHARDS;
  return { gsi1pk: shardPartition(shard), gsi1sk: delivery.due_at };
}

/**
 * Those due at `now`, shard after shard, of each its share of `most` and what those before have left, and of
 * each watch no more than its bound. The index follows the table by a moment.
 *
 * A watch's backlog hides nobody else's deliveries, as what is over its bound is read past. What may still
 * have to wait for a later minute: what is younger than the deliveries of so many watches that these fill the
 * share within their bounds, until tries have moved them on; and, in a shard with more due than is read of
 * it, what is neither among the first nor among the last.
 */
export async function* dueDeliveries(
  table: TableClient,
  times: DueTimes,
  { most, ...bounds }: DueBounds,
): AsyncGenerator<DueDelivery> {
  let left = most;
  for (let shard = 0; shard < SHARDS; shard++) {
    const listing = new DueListing({ ...bounds, most: Math.ceil(left / (SHARDS - shard)) });
    if (listing.isFull()) continue;
    for await (const due of dueOfShard(table, shard, times)) {
      if (listing.takes(due)) {
        left -= 1;
        yield due;
      }
      if (listing.isFull()) break;
    }
  }
}

/** When the first of all shards was due. */
export async function oldestDue(table: TableClient, now: string): Promise<string | undefined> {
  const firsts = await Promise.all(
    Array.from({ length: SHARDS }, async (_, shard) => {
      const { Items: items = [] } = await send(
        table.client.send(new QueryCommand({ ...dueQuery(table, shard, "<=", now), Limit: 1 })),
      );
      return items.map((item) => String(unmarshallItem(item).gsi1sk));
    }),
  );
  return firsts.flat().sort()[0];
}

/** When a delivery is due: at `now`, or after `farthest`. */
interface DueTimes {
  now: string;
  farthest: string | undefined;
}

/**
 * Those of a shard, the longest waiting first. Where they are more than is read, those that fell due last
 * follow, as the new ones are among them.
 */
async function* dueOfShard(
  table: TableClient,
  shard: number,
  { now, farthest }: DueTimes,
): AsyncGenerator<DueDelivery> {
  const due = dueQuery(table, shard, "<=", now);
  const all = yield* dueInOrder(table, due, { forward: true, most: MOST_READ });
  if (!all) yield* dueInOrder(table, due, { forward: false, most: MOST_READ_LAST });
  if (farthest === undefined) return;
  yield* dueInOrder(table, dueQuery(table, shard, ">", farthest), { forward: true, most: MOST_READ_LAST });
}

/** Returns whether there were no more. */
async function* dueInOrder(
  table: TableClient,
  due: QueryCommandInput,
  { forward, most }: { forward: boolean; most: number },
): AsyncGenerator<DueDelivery, boolean> {
  let start: ReturnType<typeof marshallKey> | undefined;
  for (let left = most; left > 0; ) {
    const command: QueryCommand = new QueryCommand({
      ...due,
      // A table made before the index was one of keys alone hands out whole events.
      ProjectionExpression: "pk, sk",
      ScanIndexForward: forward,
      Limit: Math.min(left, READ_TOGETHER),
      ExclusiveStartKey: start,
    });
    const { Items: items = [], LastEvaluatedKey: end } = await send(table.client.send(command));
    for (const item of items) yield readEventKey(unmarshallItem(item));
    if (!end) return true;
    left -= items.length;
    start = end;
  }
  return false;
}

/** Asks for the deliveries of a shard that are due by a time, or after it. */
function dueQuery(table: TableClient, shard: number, compare: "<=" | ">", time: string): QueryCommandInput {
  return {
    TableName: table.tableName,
    IndexName: INDEX_NAME,
    KeyConditionExpression: `gsi1pk = :shard AND gsi1sk ${compare} :now`,
    ExpressionAttributeValues: { ":shard": { S: shardPartition(shard) }, ":now": { S: time } },
  };
}

function shardPartition(shard: number): string {
  return `DELIVER#${shard}`;
}
