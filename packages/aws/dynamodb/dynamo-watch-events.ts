import { createHash } from "node:crypto";
import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { DueDelivery, DueIndex } from "@plumbline/watches/delivery/due-listing.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import type { WatchEventStore, WatchName } from "@plumbline/watches/service/watch-event-store.ts";
import { batchDelete } from "./batches.ts";
import { queryRange, type SortKeyRange } from "./query-range.ts";
import { formatTenantPartition, parseTenantId } from "./record-layout.ts";
import { send } from "./send.ts";
import { INDEX_NAME } from "./table.ts";
import {
  type Item,
  type ItemKey,
  type marshallKey,
  stripKey,
  type TableClient,
  unmarshallItem,
} from "./table-client.ts";

/** Digits of a sequence number in a sort key, so that keys sort by it. */
const SEQUENCE_DIGITS = 12;
const MAX_SEQUENCE = 10 ** SEQUENCE_DIGITS - 1;
const EVENT_PREFIX = "WEVENT#";

/** Number of index partitions for the deliveries of all watches. */
const SHARDS = 4;

/**
 * Stores events in the tenant's partition, at `WEVENT#<watch>#<sequence in twelve digits>`. `clock` is used
 * to wait if the table throttles a batch.
 */
export function createDynamoWatchEvents(table: TableClient, clock: Clock): WatchEventStore {
  return {
    /** Refuses the write of a poll whose claim was taken over. The same poll may write an event again. */
    putEvent(event) {
      return table.put(toEventItem(event), {
        expression: "attribute_not_exists(#pk) OR #fence <= :fence",
        values: { fence: event.fence },
      });
    },

    putDelivery(event) {
      const { fence } = event;
      const previousVersion = event.delivery.version - 1;
      const condition =
        previousVersion === 0
          ? { expression: "#fence = :fence AND attribute_not_exists(#delivery)", values: { fence } }
          : {
              expression: "#fence = :fence AND #delivery.#version = :before",
              values: { fence, before: previousVersion },
            };
      return table.putOwn(toEventItem(event), condition);
    },

    async getEvent(watch, sequence) {
      const item = await table.get(createEventKey(watch, sequence));
      return item && parseEvent(item);
    },

    async *eventRange(watch, { first, last, ...options }) {
      for await (const items of queryRange(table, eventRange(watch, first, last), options))
        yield items.map(parseEvent);
    },

    /** Deletes page by page. If interrupted, the next call finishes the deletion. */
    async deleteEvents(watch, from) {
      for await (const items of queryRange(table, eventRange(watch, from, MAX_SEQUENCE)))
        await batchDelete(table, items, clock);
    },

    due: createDueIndex(table),
  };
}

/**
 * Lists the waiting deliveries, which are at `DELIVER#<shard> / <due_at>` in the index, one part per shard.
 */
function createDueIndex(table: TableClient): DueIndex {
  return {
    parts: SHARDS,
    async page(part, { compare, time, forwards }, { limit, after }) {
      const command = new QueryCommand({
        TableName: table.tableName,
        IndexName: INDEX_NAME,
        KeyConditionExpression: `gsi1pk = :shard AND gsi1sk ${compare} :now`,
        ExpressionAttributeValues: { ":shard": { S: formatShard(part) }, ":now": { S: time } },
        // The index of older tables contains whole events.
        ProjectionExpression: "pk, sk, gsi1sk",
        ScanIndexForward: forwards,
        Limit: limit,
        ExclusiveStartKey: after as ReturnType<typeof marshallKey> | undefined,
      });
      const { Items: items = [], LastEvaluatedKey: next } = await send(table.client.send(command));
      const found = items
        .map(unmarshallItem)
        .map((item) => ({ due_at: String(item.gsi1sk), delivery: readEventKey(item) }));
      return { found, next };
    },
  };
}

/**
 * Builds the index attributes of an event with a waiting delivery. Other events have none, so that the index
 * contains only waiting ones.
 */
function buildIndexKeys({
  watch_id,
  delivery,
}: WatchEventRecord): { gsi1pk: string; gsi1sk: string } | undefined {
  if (delivery?.status !== "waiting" || delivery.due_at === null) return undefined;
  const shard = createHash("sha256").update(watch_id).digest().readUInt8(0) % SHARDS;
  return { gsi1pk: formatShard(shard), gsi1sk: delivery.due_at };
}

function formatShard(shard: number): string {
  return `DELIVER#${shard}`;
}

function createEventKey({ tenantId, watchId }: WatchName, sequence: number): ItemKey {
  return {
    pk: formatTenantPartition(tenantId),
    sk: `${EVENT_PREFIX}${watchId}#${String(sequence).padStart(SEQUENCE_DIGITS, "0")}`,
  };
}

/** Parses the key of an event. */
function readEventKey({ pk, sk }: ItemKey): DueDelivery {
  const end = sk.length - SEQUENCE_DIGITS;
  return {
    tenantId: parseTenantId(pk),
    watchId: sk.slice(EVENT_PREFIX.length, end - 1),
    sequence: Number(sk.slice(end)),
  };
}

function eventRange(watch: WatchName, from: number, to: number): SortKeyRange {
  const [{ pk, sk: first }, { sk: last }] = [createEventKey(watch, from), createEventKey(watch, to)];
  return { pk, first, last };
}

/**
 * Converts an event to an item. `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes
 * items days late, so readers check `expires_at`.
 */
function toEventItem(event: WatchEventRecord): Item {
  const { tenant_id: tenantId, watch_id: watchId, sequence, expires_at } = event;
  const ttl = Math.ceil(Date.parse(expires_at) / 1000);
  return { ...createEventKey({ tenantId, watchId }, sequence), ...buildIndexKeys(event), ...event, ttl };
}

function parseEvent(item: Item): WatchEventRecord {
  const {
    ttl: _ttl,
    gsi1pk: _gsi1pk,
    gsi1sk: _gsi1sk,
    ...event
  } = stripKey<WatchEventRecord & { ttl: number; gsi1pk?: string; gsi1sk?: string }>(item);
  return event;
}
