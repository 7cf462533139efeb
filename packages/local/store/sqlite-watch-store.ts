import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { Delivery } from "@plumbline/watches/delivery/delivery.ts";
import type { Watch, WatchEventRecord, WatchRecord, WatchState } from "@plumbline/watches/service/watch.ts";
import type {
  DueBounds,
  DueDelivery,
  Heartbeat,
  MissedMinutes,
  SlotEntry,
  WatchStore,
} from "@plumbline/watches/service/watch-store.ts";
import { asBytes } from "./rows.ts";
import { isDeletedFor } from "./sqlite-record-store.ts";
import { pageOf, type SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import {
  dueDeliveriesOf,
  eventOf,
  lastEventsOf,
  oldestDueOf,
  pageOfEvents,
  putEventRow,
} from "./watch-event-rows.ts";
import { changeTick, claimPollRow, latestHeartbeatOf, putHeartbeatRow, tickOf } from "./watch-wheel-rows.ts";

type WatchName = Pick<SlotEntry, "tenantId" | "watchId">;

/** Slot entries read at once. */
const READ_TOGETHER = 1_000;

/**
 * Watches: what people write in one row, what polls write in another, so that the two never refuse each
 * other. A watch stands in its slot by its own row, so its entry can be neither left behind nor lost.
 */
export class SqliteWatchStore implements WatchStore {
  readonly #store: SqliteStore;
  readonly #clock: Clock;

  /** `clock` says what has expired. */
  constructor(store: SqliteStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Made twice, it keeps what was done to it in between. */
  create({ record, state }: Watch): Promise<boolean> {
    const { tenant_id, id } = record;
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, tenant_id)) return false;
      if (!transaction.get(TABLES.watches, { tenant_id, id })) putWatch(transaction, record);
      if (!transaction.get(TABLES.watchStates, { tenant_id, watch_id: id }))
        putWatchState(transaction, state);
      return true;
    });
  }

  async get(tenantId: string, id: string): Promise<Watch | undefined> {
    const record = this.#store.record<WatchRecord>(TABLES.watches, tenantId, id);
    return record && this.#joined(record);
  }

  async getMany(entries: readonly WatchName[]): Promise<Watch[]> {
    const names = new Map(entries.map((name) => [`${name.tenantId} ${name.watchId}`, name]));
    const found = await Promise.all([...names.values()].map((name) => this.get(name.tenantId, name.watchId)));
    return found.filter((watch) => watch !== undefined);
  }

  async list(tenantId: string, { after = "", limit }: PageRequest): Promise<Page<Watch>> {
    const records = this.#store.records<WatchRecord>(TABLES.watches, {
      sql: "WHERE tenant_id = ? AND id > ? ORDER BY id LIMIT ?",
      values: [tenantId, after, limit + 1],
    });
    const watches = records.map((record) => this.#joined(record)).filter((watch) => watch !== undefined);
    return pageOf(watches, limit, ({ record }) => record.id);
  }

  async count(tenantId: string, most: number): Promise<number> {
    const found = this.#store.select(TABLES.watches, {
      sql: "SELECT 1 FROM watches WHERE tenant_id = ? LIMIT ?",
      values: [tenantId, most],
    });
    return found.length;
  }

  async records(tenantId: string, most: number): Promise<WatchRecord[]> {
    return this.#store.records<WatchRecord>(TABLES.watches, {
      sql: "WHERE tenant_id = ? LIMIT ?",
      values: [tenantId, most],
    });
  }

  claimSubscription(tenantId: string, subscription: string, watchId: string): Promise<string> {
    const key = { tenant_id: tenantId, subscription };
    return this.#store.transact((transaction) => {
      const named = transaction.get(TABLES.subscriptions, key) as { watch_id: string } | undefined;
      if (named) return named.watch_id;
      transaction.put(TABLES.subscriptions, { key, found: {}, record: { watch_id: watchId } });
      return watchId;
    });
  }

  async subscribedWatch(tenantId: string, key: string): Promise<string | undefined> {
    return this.#store.record<{ watch_id: string }>(TABLES.subscriptions, tenantId, key)?.watch_id;
  }

  update(record: WatchRecord, old: WatchRecord): Promise<boolean> {
    const { tenant_id, id } = record;
    return this.#store.transact((transaction) => {
      const stored = transaction.get(TABLES.watches, { tenant_id, id }) as WatchRecord | undefined;
      if (stored?.version !== old.version) return false;
      putWatch(transaction, record);
      return true;
    });
  }

  /** A poll on its way erases the events that it writes after this. */
  delete({ tenant_id, id, subscription }: WatchRecord): Promise<void> {
    return this.#store.transact((transaction) => {
      if (subscription !== undefined) {
        const key = { tenant_id, subscription };
        const named = transaction.get(TABLES.subscriptions, key) as { watch_id: string } | undefined;
        if (named?.watch_id === id) transaction.delete(TABLES.subscriptions, key);
      }
      transaction.delete(TABLES.watches, { tenant_id, id });
      transaction.delete(TABLES.watchStates, { tenant_id, watch_id: id });
      transaction.deleteWhere(TABLES.watchEvents, "WHERE tenant_id = ? AND watch_id = ?", [tenant_id, id]);
    });
  }

  putState(state: WatchState): Promise<boolean> {
    const { tenant_id, watch_id } = state;
    return this.#store.transact((transaction) => {
      const stored = transaction.get(TABLES.watchStates, { tenant_id, watch_id }) as WatchState | undefined;
      if (stored?.fence !== state.fence - 1) return false;
      putWatchState(transaction, state);
      return true;
    });
  }

  putEvent(event: WatchEventRecord): Promise<boolean> {
    return this.#store.transact((transaction) => {
      const stored = eventOf(transaction, event);
      if (stored && stored.fence > event.fence) return false;
      putEventRow(transaction, event);
      return true;
    });
  }

  putDelivery(event: WatchEventRecord & { delivery: Delivery }): Promise<boolean> {
    return this.#store.transact((transaction) => {
      const stored = eventOf(transaction, event);
      if (stored?.fence !== event.fence) return false;
      if ((stored.delivery?.version ?? 0) !== event.delivery.version - 1) return false;
      putEventRow(transaction, event);
      return true;
    });
  }

  async listEvents(
    watch: WatchName,
    page: PageRequest & { before: number },
  ): Promise<Page<WatchEventRecord>> {
    return pageOfEvents(this.#store, watch, page, this.#clock.now());
  }

  async lastEvents(watch: WatchName, page: { before: number; limit: number }): Promise<WatchEventRecord[]> {
    return lastEventsOf(this.#store, watch, page, this.#clock.now());
  }

  async getEvent({ tenantId, watchId }: WatchName, sequence: number): Promise<WatchEventRecord | undefined> {
    return this.#store.record<WatchEventRecord>(TABLES.watchEvents, tenantId, watchId, sequence);
  }

  dueDeliveries(now: string, bounds: DueBounds, farthest?: string): AsyncIterable<DueDelivery> {
    return dueDeliveriesOf(this.#store, { now, farthest }, bounds);
  }

  async oldestDue(now: string): Promise<string | undefined> {
    return oldestDueOf(this.#store, now);
  }

  deleteEvents({ tenantId, watchId }: WatchName, from: number): Promise<void> {
    return this.#store.transact((transaction) => {
      const where = "WHERE tenant_id = ? AND watch_id = ? AND sequence >= ?";
      transaction.deleteWhere(TABLES.watchEvents, where, [tenantId, watchId, from]);
    });
  }

  async *slotEntries(slot: string): AsyncGenerator<SlotEntry> {
    let after = "";
    for (;;) {
      const found = this.#store.select(TABLES.watches, {
        sql: `SELECT ${["position", "tenant_id", "id"].map(asBytes).join(", ")} FROM watches
          WHERE slot = ? AND position > ? ORDER BY position LIMIT ?`,
        values: [slot, after, READ_TOGETHER],
      });
      for (const [position, tenantId, watchId] of found)
        yield { slot, position: String(position), tenantId: String(tenantId), watchId: String(watchId) };
      if (found.length < READ_TOGETHER) return;
      after = String(found.at(-1)?.[0]);
    }
  }

  /** Does nothing: an entry is part of its watch's row, so every entry has a record. */
  async removeSlotEntry(): Promise<void> {
    return undefined;
  }

  putHeartbeat(heartbeat: Heartbeat): Promise<void> {
    return this.#store.transact((transaction) => putHeartbeatRow(transaction, heartbeat));
  }

  async latestHeartbeat(slot: string, position: string, until?: string): Promise<Heartbeat | undefined> {
    return latestHeartbeatOf(this.#store, { slot, position, until });
  }

  claimPoll(slot: string, from: string, claim: { now: string; since: string }): Promise<boolean> {
    return this.#store.transact((transaction) => claimPollRow(transaction, { slot, from }, claim));
  }

  async lastTick(wheel: string): Promise<number | undefined> {
    return tickOf(this.#store, wheel)?.minute;
  }

  moveTick(wheel: string, minute: number): Promise<void> {
    return this.#changeTick(wheel, (stored) =>
      stored && stored.minute >= minute ? stored : { ...stored, minute },
    );
  }

  resetTick(wheel: string, minute: number, from: number): Promise<void> {
    return this.#changeTick(wheel, (stored) => (stored?.minute === from ? { ...stored, minute } : stored));
  }

  async missedMinutes(wheel: string): Promise<readonly MissedMinutes[]> {
    return tickOf(this.#store, wheel)?.missed ?? [];
  }

  putMissedMinutes(wheel: string, missed: readonly MissedMinutes[]): Promise<void> {
    return this.#changeTick(wheel, (stored) => stored && { ...stored, missed });
  }

  #changeTick(wheel: string, change: Parameters<typeof changeTick>[2]): Promise<void> {
    return this.#store.transact((transaction) => changeTick(transaction, wheel, change));
  }

  #joined(record: WatchRecord): Watch | undefined {
    const state = this.#store.record<WatchState>(TABLES.watchStates, record.tenant_id, record.id);
    return state && { record, state };
  }
}

export function putWatch(transaction: Transaction, record: WatchRecord): void {
  const { tenant_id, id, paused_at } = record;
  const found =
    paused_at === null
      ? { slot: record.slot, position: record.slot_position }
      : { slot: null, position: null };
  transaction.put(TABLES.watches, { key: { tenant_id, id }, found, record });
}

export function putWatchState(transaction: Transaction, state: WatchState): void {
  const { tenant_id, watch_id } = state;
  transaction.put(TABLES.watchStates, { key: { tenant_id, watch_id }, found: {}, record: state });
}
