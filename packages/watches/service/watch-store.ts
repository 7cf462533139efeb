import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Heartbeat, WatchWheel } from "../clock/watch-wheel.ts";
import type { DueListing } from "../delivery/due-listing.ts";
import type { Watch, WatchEventRecord, WatchRecord, WatchState } from "./watch.ts";
import type { WatchEventStore, WatchName } from "./watch-event-store.ts";

/**
 * Stores watches, their events and the schedule wheel. Implemented by `createWatchStore`. Every write is
 * conditional on one record, except for a watch's record and state, which are created and deleted together.
 */
export interface WatchStore
  extends Omit<WatchWheel, "enter" | "leave" | "heartbeatsBegun">,
    Pick<WatchEventStore, "putEvent" | "putDelivery" | "getEvent" | "deleteEvents">,
    DueListing {
  /**
   * Writes slot entry, state and record. An existing record stays. Returns `false` if the tenant was deleted.
   */
  create(watch: Watch): Promise<boolean>;
  get(tenantId: string, id: string): Promise<Watch | undefined>;
  /**
   * Returns the watches of a batch that exist or recently existed, in any order, at most 25. Outdated ones
   * are detected by the fence when written.
   */
  getMany(entries: readonly WatchName[]): Promise<Watch[]>;
  /**
   * Returns whether a record read by `getMany` is the current one. Check before acting on a poll's findings.
   * Completes an interrupted deletion. Throws ServiceError `store_damaged` for a record that was replaced
   * with an old version.
   */
  isCurrent(record: WatchRecord): Promise<boolean>;
  list(tenantId: string, page: PageRequest): Promise<Page<Watch>>;
  /** Counts the tenant's watches, up to `most`. */
  count(tenantId: string, most: number): Promise<number>;
  /**
   * Replaces the previous version of a record. Returns `false` if another version is stored. Moves its slot
   * entry if it differs.
   */
  update(record: WatchRecord, old: WatchRecord): Promise<boolean>;
  /** Returns at most `most` of the tenant's records without their states, in any order. */
  records(tenantId: string, most: number): Promise<WatchRecord[]>;
  /**
   * Makes a subscription name this watch unless it already names one. Returns the ID that it names. Each ID
   * is claimed once, so if the named watch does not exist, its creation is in progress or was interrupted.
   */
  claimSubscription(tenantId: string, key: string, watchId: string): Promise<string>;
  /** Returns the ID of the watch that a subscription names. */
  subscribedWatch(tenantId: string, key: string): Promise<string | undefined>;
  /**
   * Deletes the watch and everything it owns. Its subscription is deleted first, so that no other writer uses
   * the ID again. Continues an interrupted deletion. State and record are deleted together.
   */
  delete(record: WatchRecord): Promise<void>;

  /**
   * Ends a watch whose records are unreadable because someone edited or removed them, and deletes what is
   * stored of it. Returns `false` if there is nothing to end.
   */
  discard(watch: WatchName): Promise<boolean>;

  /**
   * Writes a state whose `fence` is one higher than that of the state it replaces. Returns `false` if another
   * state is stored, or if there is no state.
   */
  putState(state: WatchState): Promise<boolean>;
  /**
   * Returns a page of unexpired events in order, before `before`. `after` is a sequence number in decimal.
   */
  listEvents(watch: WatchName, page: PageRequest & { before: number }): Promise<Page<WatchEventRecord>>;
  /** Returns unexpired events before `before`, newest first. If fewer than requested, there are no more. */
  lastEvents(watch: WatchName, page: { before: number; limit: number }): Promise<WatchEventRecord[]>;
  /**
   * Returns the heartbeat that covers a position and was read last, among those polled up to `until` (ISO
   * 8601 in UTC).
   */
  latestHeartbeat(slot: string, position: string, until?: string): Promise<Heartbeat | undefined>;
}

/** Returns a tenant's watch. Throws ServiceError `not_found`, also for another tenant's watch. */
export async function requireWatch(store: WatchStore, tenantId: string, id: string): Promise<Watch> {
  const watch = await store.get(tenantId, id);
  if (!watch) throw createNotFoundError();
  return watch;
}

export function createNotFoundError(): ServiceError {
  return new ServiceError("not_found", "There is no such watch.");
}

/** Saves a user's change. Throws ServiceError `conflict` if another change came first. */
export async function replaceRecord(store: WatchStore, old: WatchRecord, record: WatchRecord): Promise<void> {
  if (await store.update(record, old)) return;
  throw new ServiceError(
    "conflict",
    "This watch was changed at the same time. Read it again and repeat the change.",
  );
}
