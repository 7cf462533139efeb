import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { VersionedRecords } from "@plumbline/core/records/versioned-records.ts";
import { findLatestHeartbeats, hasSameEntry, type WatchWheel } from "../clock/watch-wheel.ts";
import { createDueListing } from "../delivery/due-listing.ts";
import type { Watch, WatchRecord, WatchState } from "./watch.ts";
import {
  listEventPage,
  listUnexpired,
  restrictToOwnEvents,
  type WatchEventStore,
  type WatchName,
} from "./watch-event-store.ts";

/** The part of a watch that users write. */
export const WATCHES: RecordKind<WatchRecord> = {
  name: "watches",
  table: "main",
  key: ["tenant_id", "id"],
  signed: {
    as: "watch",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: `watch/${id}` }),
      of: ({ version = 1 }) => version,
      // A watch whose deletion was interrupted does nothing, and can be deleted again.
      shownEnded: (paused_at) => ({ paused_at, delivery: undefined }),
    },
  },
};

/**
 * The part of a watch that polls write. It is a separate record, so that polls and users never refuse each
 * other's writes. It is signed because it contains the address to which a feed has moved. It has no version:
 * with an older record, a watch only finds again what it had found, and sends nothing elsewhere.
 */
export const WATCH_STATES: RecordKind<WatchState> = {
  name: "watch_states",
  table: "main",
  key: ["tenant_id", "watch_id"],
  signed: { as: "watch state" },
};

/**
 * Records which watch a tenant's subscription (subscription.ts) names, so that two equal concurrent
 * subscriptions create one watch. Earlier versions omitted the key fields from the record. Unsigned: the
 * watch's own record says which subscription it was created for, and readers compare the two.
 */
interface SubscriptionRecord {
  tenant_id: string;
  subscription: string;
  watch_id: string;
}

export const SUBSCRIPTIONS: RecordKind<SubscriptionRecord> = {
  name: "subscriptions",
  table: "main",
  key: ["tenant_id", "subscription"],
  signed: false,
};

export interface StoredWatchesOptions {
  records: VersionedRecords;
  wheel: WatchWheel;
  events: WatchEventStore;
  /** Determines what has expired. */
  clock: Clock;
}

/**
 * Creates the watch store of a platform: watches, their events, and the schedule wheel (watch-wheel.ts).
 * Every write is conditional on one record, except for a watch's record and state, which are created and
 * deleted together. A watch exists while both exist.
 *
 * The record decides where its watch is in the wheel. A slot entry only makes the poller check there, and the
 * poller ignores entries that no record refers to. So an extra entry is harmless, but without its entry a
 * watch would never be polled. Therefore, an entry is written before its record and removed after it.
 */
export function createWatchStore({ records, wheel, clock, ...options }: StoredWatchesOptions) {
  const events = restrictToOwnEvents(options.events);

  /** Reads watches. A watch requested twice (by its current and an outdated entry) is returned once. */
  async function read(names: readonly WatchName[], options: { stale: boolean }): Promise<Watch[]> {
    const keys = new Map(
      names.map(({ tenantId, watchId }) => [`${tenantId} ${watchId}`, [tenantId, watchId]]),
    );
    const reads = [...keys.values()].flatMap((key) => [
      { kind: WATCHES, key },
      { kind: WATCH_STATES, key },
    ]);
    const found = await records.getMany(reads, options);
    return found.flatMap((record, index) => {
      const state = found[index + 1];
      const isRecord = index % 2 === 0 && record && state;
      return isRecord ? [{ record: record as WatchRecord, state: state as WatchState }] : [];
    });
  }

  /** Returns the ID of the watch that a subscription names. */
  async function subscribedWatch(tenantId: string, subscription: string): Promise<string | undefined> {
    return (await records.get(SUBSCRIPTIONS, [tenantId, subscription]))?.watch_id;
  }

  /**
   * Deletes the watch and everything it owns. Its subscription is deleted first, so that no other writer uses
   * the ID again. State and record are deleted in one request, so that a watch exists until it is deleted
   * completely, and an interrupted deletion can be repeated. Only after that are no more events written (a
   * poll in progress deletes its own), hence the second deletion of events. The slot entry is removed after
   * the record, because a watch that still exists must be polled.
   */
  async function deleteWatch(record: WatchRecord): Promise<void> {
    const { tenant_id, id, subscription } = record;
    const watch = { tenantId: tenant_id, watchId: id };
    // A subscription that names another watch stays.
    if (subscription !== undefined)
      await records.delete(SUBSCRIPTIONS, [tenant_id, subscription], { watch_id: id });
    await events.deleteEvents(watch, 0);
    await records.transact([
      { kind: WATCH_STATES, delete: [tenant_id, id] },
      { kind: WATCHES, delete: [tenant_id, id] },
    ]);
    await events.deleteEvents(watch, 0);
    await wheel.leave(record);
  }

  return {
    ...wheel,
    ...events,
    ...createDueListing(events.due),
    subscribedWatch,
    delete: deleteWatch,

    /** Writes slot entry, state and record. Keeps an existing one. Returns `false` for a deleted tenant. */
    async create({ record, state }: Watch): Promise<boolean> {
      await wheel.enter(record);
      const made = await records.transact([
        { kind: WATCH_STATES, insert: state },
        { kind: WATCHES, insert: record },
      ]);
      // The record existed, or only its state, from a release that wrote one after the other.
      if (made || (await records.insert(WATCHES, record)) !== "tenant_deleted") return true;
      await deleteWatch(record);
      return false;
    },

    async get(tenantId: string, id: string): Promise<Watch | undefined> {
      const [watch] = await read([{ tenantId, watchId: id }], { stale: false });
      const current = watch && (await records.readCurrent(WATCHES, watch.record));
      const record = current ?? (watch && (await records.get(WATCHES, [tenantId, id])));
      return watch && record && { ...watch, record };
    },

    /**
     * Returns whether a record read by `getMany` is the current one. Check before acting on a poll's
     * findings. Completes an interrupted deletion. Throws ServiceError `store_damaged` for a record that was
     * replaced with an old version.
     */
    async isCurrent(record: WatchRecord): Promise<boolean> {
      const current = await records.readCurrent(WATCHES, record);
      if (current?.paused_at === record.paused_at) return true;
      if (current) {
        await deleteWatch(record);
        return false;
      }
      // It was changed a moment ago, or replaced with an old version, which this read refuses.
      await records.get(WATCHES, [record.tenant_id, record.id]);
      return false;
    },

    /**
     * Returns those watches of a batch (of at most 25) that exist or recently existed, in any order. Outdated
     * ones are detected by the fence when they are written.
     */
    getMany: (names: readonly WatchName[]) => read(names, { stale: true }),

    async list(tenantId: string, { after, limit }: PageRequest): Promise<Page<Watch>> {
      const items: Watch[] = [];
      let next = after ?? null;
      do {
        const page = { after: next ?? undefined, limit: limit - items.length };
        const found = await records.page(WATCHES, tenantId, page);
        const names = found.items.map(({ id }) => ({ tenantId, watchId: id }));
        items.push(...(await read(names, { stale: false })));
        next = found.next;
      } while (next !== null && items.length < limit);
      return { items, next };
    },

    /** Counts the tenant's watches, up to `most`. */
    count: (tenantId: string, most: number) => records.count(WATCHES, tenantId, most),

    /** Returns at most `most` of the tenant's records without their states, which `list` reads too. */
    async records(tenantId: string, most: number): Promise<WatchRecord[]> {
      const found: WatchRecord[] = [];
      for await (const some of records.range(WATCHES, tenantId, { together: most })) {
        found.push(...some);
        if (found.length >= most) break;
      }
      return found.slice(0, most);
    },

    /**
     * Makes a subscription name this watch unless it already names one. Returns the ID that it names. Each ID
     * is claimed once, so if the named watch does not exist, its creation is in progress or was interrupted.
     */
    async claimSubscription(tenant_id: string, subscription: string, watch_id: string): Promise<string> {
      for (;;) {
        const claim = { tenant_id, subscription, watch_id };
        if ((await records.insert(SUBSCRIPTIONS, claim)) !== "taken") return watch_id;
        const named = await subscribedWatch(tenant_id, subscription);
        if (named === undefined) continue;
        // A discarded watch could not say which subscription was its own.
        if (!(await records.isEnded(WATCHES, [tenant_id, named]))) return named;
        await records.delete(SUBSCRIPTIONS, [tenant_id, subscription], { watch_id: named });
      }
    },

    /**
     * Replaces the previous version of a record. Returns `false` if another version is stored. Moves its slot
     * entry if it differs.
     */
    async update(record: WatchRecord, old: WatchRecord): Promise<boolean> {
      const stays = hasSameEntry(record, old);
      if (!stays) await wheel.enter(record);
      const written = await records.replace(WATCHES, record, { version: old.version });
      // The entry of a failed update stays, because the update that won may use the same place.
      if (written && !stays) await wheel.leave(old);
      return written;
    },

    /**
     * Ends a watch whose records are unreadable because someone edited or removed them, and deletes what is
     * stored of it. Returns `false` if there is nothing to end.
     */
    async discard(watch: WatchName): Promise<boolean> {
      const key = [watch.tenantId, watch.watchId];
      if (!(await records.discard(WATCHES, key))) return false;
      await records.delete(WATCH_STATES, key);
      await events.deleteEvents(watch, 0);
      return true;
    },

    /**
     * Writes a state whose `fence` is one higher than that of the state it replaces. Returns `false` if
     * another state is stored, or if there is no state.
     */
    putState: (state: WatchState) => records.replace(WATCH_STATES, state, { fence: state.fence - 1 }),

    /** Returns a page of unexpired events in order. `after` and `before` are sequence numbers. */
    listEvents: (watch: WatchName, page: PageRequest & { before: number }) =>
      listEventPage(events, watch, { ...page, now: clock.now() }),
    /** Returns unexpired events before `before`, newest first. If fewer than requested, there are no more. */
    lastEvents: (watch: WatchName, { before, limit }: { before: number; limit: number }) =>
      listUnexpired(events, watch, { first: 0, last: before - 1, backwards: true, limit, now: clock.now() }),
    /** Returns the latest heartbeat of each position that has one (`findLatestHeartbeats`). */
    latestHeartbeats: (slot: string, positions: readonly string[], until?: string) =>
      findLatestHeartbeats(wheel, { slot, positions, until }),
    /** Returns the latest heartbeat of one position. */
    latestHeartbeat: async (slot: string, position: string, until?: string) =>
      (await findLatestHeartbeats(wheel, { slot, positions: [position], until })).get(position),
  };
}
