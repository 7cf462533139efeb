import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Heartbeat, WatchWheel } from "../clock/watch-wheel.ts";
import type { DueListing } from "../delivery/due-listing.ts";
import type { Watch, WatchEventRecord, WatchRecord, WatchState } from "./watch.ts";
import type { WatchEventStore, WatchName } from "./watch-event-store.ts";

/**
 * Keeps watches, what they find and the time wheel; `storedWatches` implements it. Every write is conditional
 * on one record, but for the two of a watch that are written and erased together.
 */
export interface WatchStore
  extends Omit<WatchWheel, "enter" | "leave" | "heartbeatsBegun">,
    Pick<WatchEventStore, "putEvent" | "putDelivery" | "getEvent" | "deleteEvents">,
    DueListing {
  /**
   * Writes slot entry, state and record; one that was written before stays. `false`: the tenant has been
   * deleted.
   */
  create(watch: Watch): Promise<boolean>;
  get(tenantId: string, id: string): Promise<Watch | undefined>;
  /**
   * Those of a batch that are there or were a moment ago, in any order; at most 25 asked for. What is stale
   * is found out by the fence when it is written.
   */
  getMany(entries: readonly WatchName[]): Promise<Watch[]>;
  /**
   * Tells whether a record that `getMany` read is the one that counts. Ask before anything is done with what
   * a poll found. Finishes a deletion that was cut off. Throws ServiceError `store_damaged` for one that was
   * put back.
   */
  isCurrent(record: WatchRecord): Promise<boolean>;
  list(tenantId: string, page: PageRequest): Promise<Page<Watch>>;
  /** Counts the tenant's watches, and stops counting at `most`. */
  count(tenantId: string, most: number): Promise<number>;
  /**
   * Replaces a record of the version before; `false` when another is stored. Its slot entries are
   * moved with it where they differ.
   */
  update(record: WatchRecord, old: WatchRecord): Promise<boolean>;
  /** The tenant's records alone, without their states, at most `most` of them, in any order. */
  records(tenantId: string, most: number): Promise<WatchRecord[]>;
  /**
   * Makes a subscription name this watch, unless it names one. Answers the id that it names then. Each id is
   * claimed once, so a subscription that names a watch that is not there names one whose creation is on its
   * way or was cut off.
   */
  claimSubscription(tenantId: string, key: string, watchId: string): Promise<string>;
  /** The id of the watch that a subscription names. */
  subscribedWatch(tenantId: string, key: string): Promise<string | undefined>;
  /**
   * Erases the watch and all it owned; its subscription goes first, so that no other writer takes the id up
   * again. Goes on where an erasure was cut off; state and record go together.
   */
  delete(record: WatchRecord): Promise<void>;

  /**
   * Ends a watch whose records cannot be read, as somebody edited them or took them away, and erases what is
   * stored of it. `false` where there is nothing to end.
   */
  discard(watch: WatchName): Promise<boolean>;

  /**
   * Writes a state whose `fence` is one more than that of the state it replaces; `false` when another stands
   * there, or none.
   */
  putState(state: WatchState): Promise<boolean>;
  /**
   * Events in order, up to and without `before`; those that have expired are left out. `after` is a sequence
   * in decimal.
   */
  listEvents(watch: WatchName, page: PageRequest & { before: number }): Promise<Page<WatchEventRecord>>;
  /**
   * The newest first, up to and without `before`; those that have expired are left out. Fewer than asked for:
   * there are no more.
   */
  lastEvents(watch: WatchName, page: { before: number; limit: number }): Promise<WatchEventRecord[]>;
  /**
   * Of the heartbeats that cover a position, the one read last. Those polled after `until` (ISO 8601 in UTC)
   * are left out.
   */
  latestHeartbeat(slot: string, position: string, until?: string): Promise<Heartbeat | undefined>;
}

/** A tenant's watch. Throws ServiceError `not_found`, also for another tenant's. */
export async function existingWatch(store: WatchStore, tenantId: string, id: string): Promise<Watch> {
  const watch = await store.get(tenantId, id);
  if (!watch) throw noSuchWatch();
  return watch;
}

export function noSuchWatch(): ServiceError {
  return new ServiceError("not_found", "There is no such watch.");
}

/** Saves a person's change. Throws ServiceError `conflict` when another change was faster. */
export async function replaceRecord(store: WatchStore, old: WatchRecord, record: WatchRecord): Promise<void> {
  if (await store.update(record, old)) return;
  throw new ServiceError(
    "conflict",
    "This watch was changed at the same time; read it again and repeat the change.",
  );
}
