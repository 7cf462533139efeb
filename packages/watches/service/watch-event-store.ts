import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Delivery } from "../delivery/delivery.ts";
import type { DueIndex } from "../delivery/due-listing.ts";
import type { WatchEventRecord } from "./watch.ts";

/** Identifies a watch wherever it is stored. */
export interface WatchName {
  tenantId: string;
  watchId: string;
}

/**
 * Keeps events by sequence, each with the state of its delivery; each platform implements it. An object of
 * functions, which the watch store takes over.
 */
export interface WatchEventStore {
  /** Writes an event unless one of a higher fence stands at its sequence; `false` then. */
  putEvent(event: WatchEventRecord): Promise<boolean>;
  /**
   * Writes an event with a delivery whose `version` is one more than that of the delivery it replaces; the
   * first has version 1. Returns `false` when another version is stored, or the event is gone or was written
   * again under another fence.
   */
  putDelivery(event: WatchEventRecord & { delivery: Delivery }): Promise<boolean>;
  getEvent(watch: WatchName, sequence: number): Promise<WatchEventRecord | undefined>;
  /** Events from one sequence to another, both included, `together` at a time. */
  eventRange(
    watch: WatchName,
    range: { first: number; last: number; backwards: boolean; together: number },
  ): AsyncIterable<readonly WatchEventRecord[]>;
  /** Erases events at or above a sequence: what a poll wrote for a watch that was deleted meanwhile. */
  deleteEvents(watch: WatchName, from: number): Promise<void>;
  /** Follows the events by a moment, on DynamoDB. */
  readonly due: DueIndex;
}

/**
 * Leaves out events that were copied from another watch: each is opened with the key of the tenant it names,
 * so the other watch's receiver would read it.
 */
export function ownEvents(events: WatchEventStore): WatchEventStore {
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
 * Events in order, up to and without `before`; those that have expired at `now` (milliseconds since the
 * epoch) are left out. `after` is a sequence in decimal.
 */
export async function pageOfEvents(
  store: WatchEventStore,
  watch: WatchName,
  { after = "0", before, limit, now }: PageRequest & { before: number; now: number },
): Promise<Page<WatchEventRecord>> {
  const range = { first: Number(after) + 1, last: before - 1, backwards: false };
  const found = await eventsThere(store, watch, { ...range, limit: limit + 1, now });
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? String(items.at(-1)?.sequence) : null };
}

/** Up to `limit` events of a range that have not expired. Fewer: there are no more. */
export async function eventsThere(
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
