import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { VersionedRecords } from "@plumbline/core/records/versioned-records.ts";
import { latestHeartbeat, standsAlike, type WatchWheel } from "../clock/watch-wheel.ts";
import { dueListing } from "../delivery/due-listing.ts";
import type { Watch, WatchRecord, WatchState } from "./watch.ts";
import {
  eventsThere,
  ownEvents,
  pageOfEvents,
  type WatchEventStore,
  type WatchName,
} from "./watch-event-store.ts";
import type { WatchStore } from "./watch-store.ts";

/** Describes a watch as people write it. */
export const WATCHES: RecordKind<WatchRecord> = {
  name: "watches",
  table: "main",
  key: ["tenant_id", "id"],
  signed: {
    as: "watch",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: `watch/${id}` }),
      of: ({ version = 1 }) => version,
      // One whose deletion was cut off does nothing, and can be deleted again.
      shownEnded: (paused_at) => ({ paused_at, delivery: undefined }),
    },
  },
};

/**
 * Describes what polls write of a watch: a record of its own, so that polls and people never refuse each
 * other's writes. It is signed, as it has the address that a feed has moved to. It has no version: from an
 * earlier one, a watch finds again what it had found, and sends nothing elsewhere.
 */
export const WATCH_STATES: RecordKind<WatchState> = {
  name: "watch_states",
  table: "main",
  key: ["tenant_id", "watch_id"],
  signed: { as: "watch state" },
};

/**
 * Says which watch a tenant's subscription (subscription.ts) names, so that two equal ones at the same time
 * make one watch. Earlier versions left the key fields out of the record. Unsigned: the watch's own record
 * says which subscription it was begun for, and whoever follows this one compares them.
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
  /** Says what has expired. */
  clock: Clock;
}

/**
 * The watch store of a platform. A watch is there while its record and its state are. The record decides
 * where its watch stands in the wheel; an entry only makes the poller look there, and the poller passes by
 * what the record does not name. So an entry too many is harmless, and one too few would be a watch that is
 * silent for ever. Hence an entry comes before its record and goes after it.
 */
export function storedWatches({ records, wheel, clock, ...options }: StoredWatchesOptions): WatchStore {
  const events = ownEvents(options.events);

  /** A watch asked for twice (by its entry and one it has left behind) is one watch. */
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

  const store: WatchStore = {
    ...wheel,
    ...events,
    ...dueListing(events.due),

    async create({ record, state }) {
      await wheel.enter(record);
      const made = await records.transact([
        { kind: WATCH_STATES, insert: state },
        { kind: WATCHES, insert: record },
      ]);
      // Made before, or its state alone, by a release that wrote one after the other.
      if (made || (await records.insert(WATCHES, record)) !== "tenant_deleted") return true;
      await store.delete(record);
      return false;
    },

    async get(tenantId, id) {
      const [watch] = await read([{ tenantId, watchId: id }], { stale: false });
      const current = watch && (await records.current(WATCHES, watch.record));
      const record = current ?? (watch && (await records.get(WATCHES, [tenantId, id])));
      return watch && record && { ...watch, record };
    },

    async isCurrent(record) {
      const current = await records.current(WATCHES, record);
      if (current?.paused_at === record.paused_at) return true;
      if (current) {
        await store.delete(record);
        return false;
      }
      // Changed a moment ago, or put back, which this read refuses.
      await records.get(WATCHES, [record.tenant_id, record.id]);
      return false;
    },

    getMany: (names) => read(names, { stale: true }),

    async list(tenantId, { after, limit }) {
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

    count: (tenantId, most) => records.count(WATCHES, tenantId, most),

    async records(tenantId, most) {
      const found: WatchRecord[] = [];
      for await (const some of records.range(WATCHES, tenantId, { together: most })) {
        found.push(...some);
        if (found.length >= most) break;
      }
      return found.slice(0, most);
    },

    async claimSubscription(tenant_id, subscription, watch_id) {
      for (;;) {
        const claim = { tenant_id, subscription, watch_id };
        if ((await records.insert(SUBSCRIPTIONS, claim)) !== "taken") return watch_id;
        const named = await store.subscribedWatch(tenant_id, subscription);
        if (named === undefined) continue;
        // A watch that was discarded could not say which subscription was its own.
        if (!(await records.isEnded(WATCHES, [tenant_id, named]))) return named;
        await records.delete(SUBSCRIPTIONS, [tenant_id, subscription], { watch_id: named });
      }
    },

    async subscribedWatch(tenantId, subscription) {
      return (await records.get(SUBSCRIPTIONS, [tenantId, subscription]))?.watch_id;
    },

    async update(record, old) {
      const stays = standsAlike(record, old);
      if (!stays) await wheel.enter(record);
      const written = await records.replace(WATCHES, record, { version: old.version });
      // What a lost update entered stays: the one that won may stand at the same place.
      if (written && !stays) await wheel.leave(old);
      return written;
    },

    /**
     * State and record go in one request, so that a watch is there until it is gone, and an erasure that was
     * cut off can be repeated. Only then are no more events written (a poll on its way erases its own): hence
     * the second look for them. The slot entry goes after the record, as a watch that is still there shall be
     * polled.
     */
    async delete(record) {
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
    },

    async discard(watch) {
      const key = [watch.tenantId, watch.watchId];
      if (!(await records.discard(WATCHES, key))) return false;
      await records.delete(WATCH_STATES, key);
      await events.deleteEvents(watch, 0);
      return true;
    },

    putState: (state) => records.replace(WATCH_STATES, state, { fence: state.fence - 1 }),

    listEvents: (watch, page) => pageOfEvents(events, watch, { ...page, now: clock.now() }),
    lastEvents: (watch, { before, limit }) =>
      eventsThere(events, watch, { first: 0, last: before - 1, backwards: true, limit, now: clock.now() }),
    latestHeartbeat: (slot, position, until) => latestHeartbeat(wheel, { slot, position, until }),
  };
  return store;
}
