import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Delivery } from "../delivery/delivery.ts";
import type { DueIndex } from "../delivery/due-listing.ts";
import type { WatchEventRecord } from "./watch.ts";

/** Identifies a watch in every store. */
export interface WatchName {
  tenantId: string;
  watchId: string;
}

/**
 * Stores events by sequence number, each with the state of its delivery. Each platform implements it as an
 * object of functions, which the watch store includes.
 */
export interface WatchEventStore {
  /** Writes an event. Returns `false` if its sequence number has an event with a higher fence. */
  putEvent(event: WatchEventRecord): Promise<boolean>;
  /**
   * Writes an event with a delivery whose `version` is one higher than that of the delivery it replaces,
   * starting at 1. Returns `false` if another version is stored, or if the event was deleted or rewritten
   * with another fence.
   */
  putDelivery(event: WatchEventRecord & { delivery: Delivery }): Promise<boolean>;
  getEvent(watch: WatchName, sequence: number): Promise<WatchEventRecord | undefined>;
  /** Yields events from one sequence number to another (inclusive), `together` at a time. */
  eventRange(
    watch: WatchName,
    range: { first: number; last: number; backwards: boolean; together: number },
  ): AsyncIterable<readonly WatchEventRecord[]>;
  /** Deletes events from a sequence number on, which a poll wrote for a watch that is now deleted. */
  deleteEvents(watch: WatchName, from: number): Promise<void>;
  /** Index of due deliveries. On DynamoDB, it is updated shortly after the events. */
  readonly due: DueIndex;
}

/**
 * Excludes events copied from another watch. Each is decrypted with the key of the tenant that it names, so
 * this watch's receiver could read another tenant's event.
 */
export function restrictToOwnEvents(events: WatchEventStore): WatchEventStore {
  const isOf = ({ tenantId, watchId }: WatchName, { tenant_id, watch_id }: WatchEventRecord) =>
    tenant_id === tenantId && watch_id === watchId;
  return {
    ...events,
    async getEvent(watch, sequence) {
      const event = await events.getEvent(watch, sequence);
      return event && isOf(watch, event) && event.sequence === sequence ? event : undefined;
    },
    async *eventRange(watch, range) {
      for await (const found of events.eventRange(watch, range))
        yield found.filter((event) => isOf(watch, event));
    },
  };
}

/**
 * Returns a page of events in order, before `before`, without those expired at `now` (milliseconds since the
 * epoch). `after` is a sequence number in decimal.
 */
export async function listEventPage(
  store: WatchEventStore,
  watch: WatchName,
  { after = "0", before, limit, now }: PageRequest & { before: number; now: number },
): Promise<Page<WatchEventRecord>> {
  const range = { first: Number(after) + 1, last: before - 1, backwards: false };
  const found = await listUnexpired(store, watch, { ...range, limit: limit + 1, now });
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? String(items.at(-1)?.sequence) : null };
}

/** Returns up to `limit` unexpired events of a range. If there are fewer, the range has no more. */
export async function listUnexpired(
  store: WatchEventStore,
  watch: WatchName,
  { limit, now, ...range }: { first: number; last: number; backwards: boolean; limit: number; now: number },
): Promise<WatchEventRecord[]> {
  const found: WatchEventRecord[] = [];
  if (range.first > range.last) return found;
  for await (const events of store.eventRange(watch, { ...range, together: limit })) {
    found.push(...events.filter(({ expires_at }) => Date.parse(expires_at) > now));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
