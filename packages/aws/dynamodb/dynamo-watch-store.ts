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
import { isTenantDeleted } from "./access-item.ts";
import { batchDelete, batchGet } from "./batches.ts";
import { tenantPartition } from "./credential-item.ts";
import { dueDeliveries, oldestDue } from "./due-deliveries.ts";
import { queryPage } from "./query-page.ts";
import { countRange, queryRange } from "./query-range.ts";
import { isStored } from "./stored-item.ts";
import { IF_ABSENT, type ItemKey, stripKey, type TableClient } from "./table-client.ts";
import { DynamoWatchEvents } from "./watch-events.ts";
import {
  joinStates,
  nameOf,
  stateItem,
  stateKey,
  WATCH_PREFIX,
  type WatchName,
  watchItem,
  watchKey,
} from "./watch-item.ts";
import { WatchSubscriptions } from "./watch-subscriptions.ts";
import {
  claimPoll,
  lastTick,
  latestHeartbeat,
  missedMinutes,
  moveTick,
  putHeartbeat,
  putMissedMinutes,
  resetTick,
  standsAlike,
  WatchSlots,
} from "./watch-wheel-items.ts";

/**
 * Watches in the tenant's own partition: the record at `WATCH#<id>`, the state at `WSTATE#<id>`, events
 * beside them (watch-events.ts), what was subscribed to at `WSUB#<key>` (watch-subscriptions.ts), slots in
 * partitions of their own (watch-slots.ts). A watch is there while record and state are.
 */
export class DynamoWatchStore implements WatchStore {
  readonly #table: TableClient;
  readonly #clock: Clock;
  readonly #slots: WatchSlots;
  readonly #subscriptions: WatchSubscriptions;
  readonly #events: DynamoWatchEvents;

  /** `clock` says what has expired, and waits where the table refuses a batch for load. */
  constructor(table: TableClient, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
    this.#slots = new WatchSlots(table, clock);
    this.#subscriptions = new WatchSubscriptions(table);
    this.#events = new DynamoWatchEvents(table, clock);
  }

  /**
   * The record comes last and makes the watch be there; a call that was cut off can be repeated, and undoes
   * nothing done since.
   */
  async create({ record, state }: Watch): Promise<boolean> {
    await this.#table.put(stateItem(state), IF_ABSENT);
    await this.#slots.enter(record);
    await this.#table.put(watchItem(record), IF_ABSENT);
    if (!(await isTenantDeleted(this.#table, record.tenant_id))) return true;
    await this.delete(record);
    return false;
  }

  async get(tenantId: string, id: string): Promise<Watch | undefined> {
    const [watch] = await this.#read([{ tenantId, watchId: id }], true);
    return watch;
  }

  getMany(entries: readonly WatchName[]): Promise<Watch[]> {
    return this.#read(entries, false);
  }

  /** A watch named twice (by its entry and one it has left behind) is one watch. */
  async #read(entries: readonly WatchName[], consistent: boolean): Promise<Watch[]> {
    const keys = new Map<string, ItemKey>();
    for (const name of entries)
      for (const key of [watchKey(name), stateKey(name)]) keys.set(`${key.pk} ${key.sk}`, key);
    const options = { clock: this.#clock, consistent };
    const items = await batchGet(this.#table, [...keys.values()], options);
    const records = items.filter(({ sk }) => sk.startsWith(WATCH_PREFIX));
    return joinStates(records, items).filter((watch) => watch !== undefined);
  }

  list(tenantId: string, page: PageRequest): Promise<Page<Watch>> {
    return queryPage(this.#table, {
      ...page,
      pk: tenantPartition(tenantId),
      prefix: WATCH_PREFIX,
      read: async (records) => {
        const keys = records.map(({ sk }) => stateKey({ tenantId, watchId: sk.slice(WATCH_PREFIX.length) }));
        const options = { clock: this.#clock, consistent: true };
        return joinStates(records, await batchGet(this.#table, keys, options));
      },
    });
  }

  /** Counts records. Ids are ASCII, of which "~" is the last. */
  count(tenantId: string, most: number): Promise<number> {
    const range = { pk: tenantPartition(tenantId), first: WATCH_PREFIX, last: `${WATCH_PREFIX}~` };
    return countRange(this.#table, range, most);
  }

  async records(tenantId: string, most: number): Promise<WatchRecord[]> {
    const range = { pk: tenantPartition(tenantId), first: WATCH_PREFIX, last: `${WATCH_PREFIX}~` };
    const records: WatchRecord[] = [];
    for await (const items of queryRange(this.#table, range, { together: most - records.length })) {
      records.push(...items.map((item) => stripKey<WatchRecord>(item)));
      if (records.length >= most) break;
    }
    return records;
  }

  claimSubscription(tenantId: string, key: string, watchId: string): Promise<string> {
    return this.#subscriptions.claim(tenantId, key, watchId);
  }

  subscribedWatch(tenantId: string, key: string): Promise<string | undefined> {
    return this.#subscriptions.watch(tenantId, key);
  }

  async update(record: WatchRecord, old: WatchRecord): Promise<boolean> {
    const stays = standsAlike(record, old);
    if (!stays) await this.#slots.enter(record);
    const item = watchItem(record);
    const ifOld = { expression: "#version = :old", values: { old: old.version } };
    const written = (await this.#table.put(item, ifOld)) || (await isStored(this.#table, item));
    // What a lost update entered stays: the one that won may stand at the same place.
    if (written && !stays) await this.#slots.leave(old);
    return written;
  }

  /**
   * State and record go in one request, so that a watch is there until it is gone, and an erasure that was
   * cut off can be repeated. Only then are no more events written (a poll on its way erases its own): hence
   * the second look for them. The slot entry goes after the record, as a watch that is still there shall be
   * polled.
   */
  async delete(record: WatchRecord): Promise<void> {
    const watch = nameOf(record);
    await this.#subscriptions.free(record);
    await this.#events.erase(watch, 0);
    await batchDelete(this.#table, [stateKey(watch), watchKey(watch)], this.#clock);
    await this.#events.erase(watch, 0);
    await this.#slots.leave(record);
  }

  putState(state: WatchState): Promise<boolean> {
    return this.#table.putOwn(stateItem(state), {
      expression: "#fence = :before",
      values: { before: state.fence - 1 },
    });
  }

  putEvent(event: WatchEventRecord): Promise<boolean> {
    return this.#events.put(event);
  }

  listEvents(watch: WatchName, page: PageRequest & { before: number }): Promise<Page<WatchEventRecord>> {
    return this.#events.list(watch, page);
  }

  lastEvents(watch: WatchName, page: { before: number; limit: number }): Promise<WatchEventRecord[]> {
    return this.#events.last(watch, page);
  }

  getEvent(watch: WatchName, sequence: number): Promise<WatchEventRecord | undefined> {
    return this.#events.get(watch, sequence);
  }

  putDelivery(event: WatchEventRecord & { delivery: Delivery }): Promise<boolean> {
    return this.#events.putDelivery(event);
  }

  dueDeliveries(now: string, bounds: DueBounds, farthest?: string): AsyncIterable<DueDelivery> {
    return dueDeliveries(this.#table, { now, farthest }, bounds);
  }

  oldestDue(now: string): Promise<string | undefined> {
    return oldestDue(this.#table, now);
  }

  deleteEvents(watch: WatchName, from: number): Promise<void> {
    return this.#events.erase(watch, from);
  }

  slotEntries(slot: string): AsyncIterable<SlotEntry> {
    return this.#slots.entries(slot);
  }

  removeSlotEntry(entry: SlotEntry): Promise<void> {
    return this.#slots.remove(entry);
  }

  putHeartbeat(heartbeat: Heartbeat): Promise<void> {
    return putHeartbeat(this.#table, heartbeat);
  }

  latestHeartbeat(slot: string, position: string, until?: string): Promise<Heartbeat | undefined> {
    return latestHeartbeat(this.#table, { slot, position, until });
  }

  claimPoll(slot: string, from: string, claim: { now: string; since: string }): Promise<boolean> {
    return claimPoll(this.#table, { slot, from }, claim);
  }

  lastTick(wheel: string): Promise<number | undefined> {
    return lastTick(this.#table, wheel);
  }

  moveTick(wheel: string, minute: number): Promise<void> {
    return moveTick(this.#table, wheel, minute);
  }

  resetTick(wheel: string, minute: number, from: number): Promise<void> {
    return resetTick(this.#table, wheel, minute, from);
  }

  missedMinutes(wheel: string): Promise<readonly MissedMinutes[]> {
    return missedMinutes(this.#table, wheel);
  }

  putMissedMinutes(wheel: string, missed: readonly MissedMinutes[]): Promise<void> {
    return putMissedMinutes(this.#table, wheel, missed);
  }
}
