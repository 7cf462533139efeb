import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Delivery } from "../delivery/delivery.ts";
import type { Watch, WatchEventRecord, WatchRecord, WatchState } from "./watch.ts";

/** A watch's place in the time wheel: all that a tick reads. `position` sorts within the slot. */
export interface SlotEntry {
  slot: string;
  position: string;
  tenantId: string;
  watchId: string;
}

/**
 * A batch of one slot was polled, all that stood there from one position to another (both included). Times
 * are ISO 8601 in UTC.
 */
export interface Heartbeat {
  slot: string;
  from: string;
  to: string;
  /** When the slot was read: a watch that was put there later was not polled. */
  read_at: string;
  /** When the first look of it began; left out by earlier versions. */
  began_at?: string | undefined;
  /** When all of it had been polled. */
  polled_at: string;
}

/** Minutes that a wheel missed, and how far they have been caught up. */
export interface MissedMinutes {
  /** Minutes since the epoch, both included. */
  first: number;
  last: number;
  /** Slots that were sent since, of those that were due in these minutes, in their order (tick.ts). */
  done: number;
}

/** An event whose next try has come. */
export interface DueDelivery {
  tenantId: string;
  watchId: string;
  sequence: number;
}

/**
 * Bounds on the due deliveries listed: in all, for one tenant and for one watch, so that its backlog hides
 * nobody else's.
 */
export interface DueBounds {
  most: number;
  /** Left out: as many as in all. */
  mostOfATenant?: number;
  mostOfAWatch: number;
}

/**
 * Lets a due delivery pass while the bounds allow it, and each one only once. Both stores list with it.
 */
export class DueListing {
  readonly #bounds: DueBounds;
  readonly #ofTenants = new Map<string, number>();
  readonly #ofWatches = new Map<string, Set<number>>();
  #listed = 0;

  constructor(bounds: DueBounds) {
    this.#bounds = bounds;
  }

  isFull(): boolean {
    return this.#listed >= this.#bounds.most;
  }

  takes({ tenantId, watchId, sequence }: DueDelivery): boolean {
    const { most, mostOfATenant = most, mostOfAWatch } = this.#bounds;
    const name = `${tenantId} ${watchId}`;
    const ofWatch = this.#ofWatches.get(name) ?? new Set();
    const ofTenant = this.#ofTenants.get(tenantId) ?? 0;
    if (this.isFull() || ofTenant >= mostOfATenant) return false;
    if (ofWatch.size >= mostOfAWatch || ofWatch.has(sequence)) return false;
    this.#ofWatches.set(name, ofWatch.add(sequence));
    this.#ofTenants.set(tenantId, ofTenant + 1);
    this.#listed += 1;
    return true;
  }
}

/** Where watches are kept. Every write is conditional on one item, so a store needs no transactions. */
export interface WatchStore {
  /**
   * Writes state, slot entry and record, in this order: what a crash leaves without a record is not there.
   * `false`: the tenant has been deleted.
   */
  create(watch: Watch): Promise<boolean>;
  get(tenantId: string, id: string): Promise<Watch | undefined>;
  /**
   * Those of a batch that are there or were a moment ago, in any order; at most 25 asked for. What is stale
   * is found out by the fence when it is written.
   */
  getMany(entries: readonly Pick<SlotEntry, "tenantId" | "watchId">[]): Promise<Watch[]>;
  list(tenantId: string, page: PageRequest): Promise<Page<Watch>>;
  /** Counts the tenant's watches, and stops counting at `most`. */
  count(tenantId: string, most: number): Promise<number>;
  /**
   * Replaces a record of the version before; `false` when that is not what stands there. Its slot entries are
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
   * Writes a state whose `fence` is one more than that of the state it replaces; `false` when another stands
   * there, or none.
   */
  putState(state: WatchState): Promise<boolean>;
  /** Writes an event unless one of a higher fence stands at its sequence; `false` then. */
  putEvent(event: WatchEventRecord): Promise<boolean>;
  /**
   * Events in order, up to and without `before`; those that have expired are left out. `after` is a sequence
   * in decimal.
   */
  listEvents(
    watch: { tenantId: string; watchId: string },
    page: PageRequest & { before: number },
  ): Promise<Page<WatchEventRecord>>;
  /**
   * The newest first, up to and without `before`; those that have expired are left out. Fewer than asked for:
   * there are no more.
   */
  lastEvents(
    watch: { tenantId: string; watchId: string },
    page: { before: number; limit: number },
  ): Promise<WatchEventRecord[]>;
  getEvent(
    watch: { tenantId: string; watchId: string },
    sequence: number,
  ): Promise<WatchEventRecord | undefined>;
  /**
   * Writes an event with a delivery whose `version` is one more than that of the delivery it replaces; the
   * first has version 1. Returns `false` when another version is stored, or the event is gone or was written
   * again under another fence.
   */
  putDelivery(event: WatchEventRecord & { delivery: Delivery }): Promise<boolean>;
  /**
   * Lists deliveries that wait and are due at `now` (ISO 8601 in UTC), roughly the longest waiting first, and
   * then those that are due after `farthest`: a clock that was ahead stamped them. A delivery that changed
   * recently may be missing, or be listed though it is no longer due. Some may also be missing when very many
   * are due.
   */
  dueDeliveries(now: string, bounds: DueBounds, farthest?: string): AsyncIterable<DueDelivery>;
  /** When the delivery that is overdue for longest was due; `undefined` when none is due at `now`. */
  oldestDue(now: string): Promise<string | undefined>;
  /** Erases events at or above a sequence: what a poll wrote for a watch that was deleted meanwhile. */
  deleteEvents(watch: { tenantId: string; watchId: string }, from: number): Promise<void>;

  /** The entries of a slot in order of position. */
  slotEntries(slot: string): AsyncIterable<SlotEntry>;
  /**
   * Takes an entry out that no record names; one that was put lately stays, as its record may be on its way.
   */
  removeSlotEntry(entry: SlotEntry): Promise<void>;
  /** One that was read earlier never replaces one read later, unless that one's stamp is in the future. */
  putHeartbeat(heartbeat: Heartbeat): Promise<void>;
  /**
   * Of the heartbeats that cover a position, the one read last. Those polled after `until` (ISO 8601 in UTC)
   * are left out.
   */
  latestHeartbeat(slot: string, position: string, until?: string): Promise<Heartbeat | undefined>;

  /**
   * Claims the poll of the batch that begins at a position; `false` while another claim stands that is not
   * older than `since`. Times are ISO 8601 in UTC.
   */
  claimPoll(slot: string, from: string, claim: { now: string; since: string }): Promise<boolean>;

  /** The minute (since the epoch) a wheel was last read to; `undefined` before the first tick. */
  lastTick(wheel: string): Promise<number | undefined>;
  /** Moves it on, never back. */
  moveTick(wheel: string, minute: number): Promise<void>;
  /** Sets it back to `minute`, where it still stands at `from`. */
  resetTick(wheel: string, minute: number, from: number): Promise<void>;
  /** Returns the minutes that the wheel missed and has yet to catch up, the oldest first. */
  missedMinutes(wheel: string): Promise<readonly MissedMinutes[]>;
  putMissedMinutes(wheel: string, missed: readonly MissedMinutes[]): Promise<void>;
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
