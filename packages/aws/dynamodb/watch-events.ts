import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Delivery } from "@plumbline/watches/delivery/delivery.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { batchDelete } from "./batches.ts";
import { tenantPartition } from "./credential-item.ts";
import { placeInIndex } from "./due-deliveries.ts";
import { queryPage } from "./query-page.ts";
import { queryRange } from "./query-range.ts";
import { type Item, stripKey, type TableClient } from "./table-client.ts";
import { eventKey, eventPrefix, eventRange, padded } from "./watch-event-key.ts";
import type { WatchName } from "./watch-item.ts";

/**
 * Events that a watch found (watch-event-key.ts defines their keys), each with the state of its delivery to
 * the watch's receiver.
 */
export class DynamoWatchEvents {
  readonly #table: TableClient;
  readonly #clock: Clock;

  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** A poll that lost its claim writes over nothing of the one that has it; the same poll may write again. */
  put(event: WatchEventRecord): Promise<boolean> {
    return this.#table.put(eventItem(event), {
      expression: "attribute_not_exists(#pk) OR #fence <= :fence",
      values: { fence: event.fence },
    });
  }

  putDelivery(event: WatchEventRecord & { delivery: Delivery }): Promise<boolean> {
    const { fence } = event;
    const before = event.delivery.version - 1;
    const condition =
      before === 0
        ? { expression: "#fence = :fence AND attribute_not_exists(#delivery)", values: { fence } }
        : { expression: "#fence = :fence AND #delivery.#version = :before", values: { fence, before } };
    return this.#table.putOwn(eventItem(event), condition);
  }

  async get(watch: WatchName, sequence: number): Promise<WatchEventRecord | undefined> {
    const item = await this.#table.get(eventKey(watch, sequence));
    return item && eventFromItem(item);
  }

  async list(
    { tenantId, watchId }: WatchName,
    { after, before, limit }: PageRequest & { before: number },
  ): Promise<Page<WatchEventRecord>> {
    const { items, next } = await queryPage(this.#table, {
      limit,
      after: after === undefined ? undefined : padded(after),
      pk: tenantPartition(tenantId),
      prefix: eventPrefix(watchId),
      read: (found) =>
        found
          .map(eventFromItem)
          .map((event) => (event.sequence < before && this.#isThere(event) ? event : undefined)),
    });
    return { items, next: next === null ? null : String(Number(next)) };
  }

  /** The newest first. */
  async last(
    watch: WatchName,
    { before, limit }: { before: number; limit: number },
  ): Promise<WatchEventRecord[]> {
    const found: WatchEventRecord[] = [];
    const range = eventRange(watch, 0, Math.max(before - 1, 0));
    for await (const items of queryRange(this.#table, range, { backwards: true, together: limit })) {
      found.push(...items.map(eventFromItem).filter((event) => this.#isThere(event)));
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  /** Erases those from a sequence on, page by page; what was cut off is finished by the next call. */
  async erase(watch: WatchName, from: number): Promise<void> {
    for await (const items of queryRange(this.#table, eventRange(watch, from)))
      await batchDelete(this.#table, items, this.#clock);
  }

  #isThere({ expires_at }: WatchEventRecord): boolean {
    return Date.parse(expires_at) > this.#clock.now();
  }
}

/**
 * `ttl` is the table's time-to-live attribute, in seconds. DynamoDB deletes days late: readers check
 * `expires_at`.
 */
function eventItem(event: WatchEventRecord): Item {
  const { tenant_id: tenantId, watch_id: watchId, sequence, expires_at } = event;
  const ttl = Math.ceil(Date.parse(expires_at) / 1000);
  return { ...eventKey({ tenantId, watchId }, sequence), ...placeInIndex(event), ...event, ttl };
}

function eventFromItem(item: Item): WatchEventRecord {
  const {
    ttl: _ttl,
    gsi1pk: _gsi1pk,
    gsi1sk: _gsi1sk,
    ...event
  } = stripKey<WatchEventRecord & { ttl: number; gsi1pk?: string; gsi1sk?: string }>(item);
  return event;
}
