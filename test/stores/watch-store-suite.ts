import { randomUUID } from "node:crypto";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { choosePlace } from "@plumbline/watches/clock/slots.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import type { Heartbeat } from "@plumbline/watches/clock/watch-wheel.ts";
import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import type { WatchEventRecord, WatchRecord } from "@plumbline/watches/service/watch.ts";
import { watchHealth } from "@plumbline/watches/service/watch-health.ts";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../../packages/watches/delivery/delivery.ts";
import { sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import { sampleEvent, sampleState, sampleWatch } from "../aws/dynamodb/watch-samples.ts";
import { overriding } from "../functions/overriding.ts";
import type { TestStores } from "../support/entity-stores.ts";

const NOW = "2026-01-01T00:00:00.000Z";
/** The highest number that a planned event can have. */
const PLANNED_LAST = 9 * 10 ** 11 - 1;

function waiting(version: number, due_at = NOW): Delivery {
  return { version, status: "waiting", tries: 0, due_at, attempts: [] };
}

function delivered(version: number): Delivery {
  const attempt = { at: NOW, url: "https://r.test/", status: 200, error_code: null, message: null };
  return { version, status: "delivered", tries: 1, due_at: null, attempts: [attempt] };
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Tests what a store of watches promises. Every test works in a tenant and slots of its own. */
export function describeWatchStore(openStores: () => TestStores, clock: ManualClock): void {
  const open = () => {
    const { watches: store, access } = openStores();
    const tenant = randomUUID();
    const slot = `slot of ${tenant}`;
    const make = (id: string, changes: Partial<WatchRecord> = {}) =>
      sampleWatch({ tenant_id: tenant, id, slot, slot_position: `0a#${id}`, ...changes });
    const event = (sequence: number, changes: Partial<WatchEventRecord> = {}) =>
      sampleEvent(sequence, { tenant_id: tenant, ...changes });
    const withDelivery = (delivery: Delivery, changes: Partial<WatchEventRecord> = {}) => ({
      ...event(changes.sequence ?? 1, changes),
      delivery,
    });
    const positions = async (of = slot) =>
      (await collect(store.slotEntries(of))).map(({ position }) => position);
    const due = async (now: string, bounds = { total: 10_000, perWatch: 10_000 }) =>
      (await collect(store.dueDeliveries(now, bounds))).filter(({ tenantId }) => tenantId === tenant);
    const name = { tenantId: tenant, watchId: "w1" };
    return { store, access, tenant, slot, make, event, withDelivery, positions, due, name };
  };

  describe("a watch", () => {
    it("is read back as it was made, by its own tenant alone, and stands in its slot", async () => {
      const { store, tenant, slot, make } = open();
      const watch = make("w1");
      expect(await store.create(watch)).toBe(true);
      expect(await store.get(tenant, "w1")).toEqual(watch);
      expect(await store.get(randomUUID(), "w1")).toBeUndefined();
      const entry = { slot, position: "0a#w1", tenantId: tenant, watchId: "w1" };
      expect(await collect(store.slotEntries(slot))).toEqual([entry]);
    });

    it("made twice keeps what was done to it in between", async () => {
      const { store, tenant, make } = open();
      const watch = make("w1");
      await store.create(watch);
      const changed = { ...watch.record, version: 2, interval_minutes: 15 as const };
      const state = sampleState({ tenant_id: tenant, fence: 1, next_sequence: 4 });
      expect(await store.update(changed, watch.record)).toBe(true);
      expect(await store.putState(state)).toBe(true);
      expect(await store.create(watch)).toBe(true);
      expect(await store.get(tenant, "w1")).toEqual({ record: changed, state });
    });

    it("is changed by one of many at once, from the version that was read", async () => {
      const { store, make } = open();
      const { record, state } = make("w1");
      await store.create({ record, state });
      const next = (interval: 15 | 30 | 60) => ({ ...record, version: 2, interval_minutes: interval });
      const answers = await Promise.all(
        ([15, 30, 60] as const).map((each) => store.update(next(each), record)),
      );
      expect(answers.toSorted()).toEqual([false, false, true]);
      await store.delete(record);
      expect(await store.update(next(15), record)).toBe(false);
    });

    it("moves in the wheel with its record, and stands nowhere while it is paused", async () => {
      const { store, slot, make, positions } = open();
      const { record, state } = make("w1");
      await store.create({ record, state });
      const moved = { ...record, version: 2, slot: `${slot} 2`, slot_position: "0b#w1" };
      await store.update(moved, record);
      expect([await positions(), await positions(`${slot} 2`)]).toEqual([[], ["0b#w1"]]);
      const paused = { ...moved, version: 3, paused_at: NOW };
      await store.update(paused, moved);
      expect(await positions(`${slot} 2`)).toEqual([]);
      await store.update({ ...paused, version: 4, paused_at: null }, paused);
      expect(await positions(`${slot} 2`)).toEqual(["0b#w1"]);
    });

    it("moves within its slot, and stands nowhere when it is made or moved while it is paused", async () => {
      const { store, slot, make, positions } = open();
      const { record, state } = make("w1", { paused_at: NOW });
      await store.create({ record, state });
      expect(await positions()).toEqual([]);
      const moved = { ...record, version: 2, slot_position: "0b#w1" };
      await store.update(moved, record);
      expect(await positions()).toEqual([]);
      const polled = { ...moved, version: 3, paused_at: null };
      await store.update(polled, moved);
      await store.update({ ...polled, version: 4, slot_position: "0c#w1" }, polled);
      expect([await positions(), await positions(`${slot} 2`)]).toEqual([["0c#w1"], []]);
    });

    it("goes with all that it owned, and nothing of another goes", async () => {
      const { store, tenant, make, event, positions, name } = open();
      const watch = make("w1", { subscription: "k" });
      await store.claimSubscription(tenant, "k", "w1");
      await store.create(watch);
      await store.create(make("w10"));
      for (let sequence = 1; sequence <= 60; sequence++) await store.putEvent(event(sequence));
      await store.putEvent(event(PLANNED_LAST));
      await store.putEvent(event(1, { watch_id: "w10" }));
      await store.delete(watch.record);
      expect(await store.get(tenant, "w1")).toBeUndefined();
      expect(await store.getEvent(name, 1)).toBeUndefined();
      expect(await store.getEvent(name, PLANNED_LAST)).toBeUndefined();
      expect(await store.subscribedWatch(tenant, "k")).toBeUndefined();
      expect(await positions()).toEqual(["0a#w10"]);
      expect(await store.getEvent({ ...name, watchId: "w10" }, 1)).toBeDefined();
    });

    it("of a deleted tenant is not made", async () => {
      const { store, access, tenant, make, positions } = open();
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      await access.deleteTenant(tenant, NOW);
      expect(await store.create(make("w1"))).toBe(false);
      expect(await store.get(tenant, "w1")).toBeUndefined();
      expect(await positions()).toEqual([]);
    });
  });

  describe("the watches of a tenant", () => {
    it("are listed page by page, counted no further than asked, and read in batches, each once", async () => {
      const { store, tenant, make } = open();
      for (const id of ["w3", "w1", "w2", "w5", "w4"]) await store.create(make(id));
      const first = await store.list(tenant, { limit: 2 });
      expect([first.items.map(({ record }) => record.id), first.next]).toEqual([["w1", "w2"], "w2"]);
      const rest = await store.list(tenant, { limit: 3, after: "w2" });
      expect([rest.items.map(({ record }) => record.id), rest.next]).toEqual([["w3", "w4", "w5"], null]);
      expect([await store.count(tenant, 100), await store.count(tenant, 3)]).toEqual([5, 3]);
      expect((await store.records(tenant, 2)).length).toBe(2);
      const asked = ["w1", "w4", "w1", "gone"].map((watchId) => ({ tenantId: tenant, watchId }));
      const found = await store.getMany(asked);
      expect(found.map(({ record }) => record.id).toSorted()).toEqual(["w1", "w4"]);
    });

    it("name one watch for each subscription", async () => {
      const { store, tenant } = open();
      const claims = await Promise.all(["a", "b", "c"].map((id) => store.claimSubscription(tenant, "k", id)));
      expect(new Set(claims).size).toBe(1);
      expect(await store.subscribedWatch(tenant, "k")).toBe(claims[0]);
      expect(await store.subscribedWatch(randomUUID(), "k")).toBeUndefined();
    });
  });

  describe("a state", () => {
    it("replaces the one before it alone, and is not made of a watch that is gone", async () => {
      const { store, tenant, make } = open();
      const claim = (by: string, fence: number) =>
        sampleState({ tenant_id: tenant, fence, last_polled_at: by });
      expect(await store.putState(claim("a", 1))).toBe(false);
      await store.create(make("w1"));
      expect(await store.putState(claim("a", 2))).toBe(false);
      const claims = await Promise.all([1, 2, 3, 4].map(() => store.putState(claim("same", 1))));
      expect(claims.filter((claimed) => claimed)).toHaveLength(1);
      expect((await store.get(tenant, "w1"))?.state).toEqual(claim("same", 1));
    });
  });

  describe("events", () => {
    it("are replaced under the same fence and a higher one, not by a poll that has lost its claim", async () => {
      const { store, event, name } = open();
      const by = (fence: number, id: string) => event(1, { fence, id });
      expect(await store.putEvent(by(2, "first"))).toBe(true);
      expect(await store.putEvent(by(1, "late"))).toBe(false);
      expect(await store.putEvent(by(2, "again"))).toBe(true);
      expect(await store.putEvent(by(3, "next"))).toBe(true);
      expect(await store.getEvent(name, 1)).toEqual(by(3, "next"));
    });

    it("are listed in order and from the newest, without those that have expired", async () => {
      const { store, event, name } = open();
      for (const sequence of [11, 2, 1, 10, 9, 3]) await store.putEvent(event(sequence));
      await store.putEvent(event(4, { expires_at: new Date(clock.now()).toISOString() }));
      await store.putEvent(event(5, { watch_id: "w10" }));
      const sequences = (events: readonly WatchEventRecord[]) => events.map(({ sequence }) => sequence);
      const first = await store.listEvents(name, { limit: 4, before: 1_000 });
      expect([sequences(first.items), first.next]).toEqual([[1, 2, 3, 9], "9"]);
      const rest = await store.listEvents(name, { limit: 4, before: 11, after: "9" });
      expect([sequences(rest.items), rest.next]).toEqual([[10], null]);
      expect(sequences(await store.lastEvents(name, { before: 11, limit: 3 }))).toEqual([10, 9, 3]);
      expect(sequences(await store.lastEvents(name, { before: 1, limit: 3 }))).toEqual([]);
      await store.deleteEvents(name, 9);
      expect(sequences(await store.lastEvents(name, { before: 99, limit: 9 }))).toEqual([3, 2, 1]);
    });

    it("end before what no state counts yet, and expire to the millisecond without a shorter page", async () => {
      const { store, event, name } = open();
      const sequences = (events: readonly WatchEventRecord[]) => events.map(({ sequence }) => sequence);
      for (let sequence = 1; sequence <= 6; sequence++) {
        const expires_at = timestamp(clock.now() + (sequence % 2));
        await store.putEvent(event(sequence, { expires_at }));
      }
      const page = await store.listEvents(name, { limit: 2, before: 6 });
      expect([sequences(page.items), page.next]).toEqual([[1, 3], "3"]);
      const rest = await store.listEvents(name, { limit: 2, before: 6, after: "3" });
      expect([sequences(rest.items), rest.next]).toEqual([[5], null]);
      expect(sequences(await store.lastEvents(name, { limit: 2, before: 100 }))).toEqual([5, 3]);
      for (const before of [0, 1]) expect(await store.lastEvents(name, { limit: 2, before })).toEqual([]);
      expect((await store.listEvents(name, { limit: 2, before: 3, after: "6" })).items).toEqual([]);
    });
  });

  describe("deliveries", () => {
    it("replace the one before them alone", async () => {
      const { store, event, withDelivery, name } = open();
      for (const version of [1, 2])
        expect(await store.putDelivery(withDelivery(waiting(version)))).toBe(false);
      await store.putEvent(event(1));
      expect(await store.putDelivery(withDelivery(waiting(2)))).toBe(false);
      expect(await store.putDelivery(withDelivery(waiting(1)))).toBe(true);
      const claims = await Promise.all([1, 2, 3].map(() => store.putDelivery(withDelivery(waiting(2)))));
      expect(claims.filter((claimed) => claimed)).toHaveLength(1);
      expect(await store.putDelivery(withDelivery(delivered(3), { fence: 2 }))).toBe(false);
      expect(await store.putDelivery(withDelivery(delivered(3)))).toBe(true);
      expect(await store.getEvent(name, 1)).toEqual(withDelivery(delivered(3)));
    });

    it("are listed once they are due, while they wait, and follow every write of their event", async () => {
      const { store, event, withDelivery, due, name } = open();
      const later = "2026-01-01T00:00:30.000Z";
      await store.putEvent(withDelivery(waiting(1)));
      await store.putEvent(withDelivery(delivered(1), { sequence: 2 }));
      await store.putEvent(event(3));
      await store.putEvent(withDelivery(waiting(1, later), { sequence: PLANNED_LAST }));
      expect(await due("2025-12-31T23:59:59.999Z")).toEqual([]);
      expect(await due(NOW)).toEqual([{ ...name, sequence: 1 }]);
      await store.putDelivery(withDelivery(waiting(2, later)));
      const planned = { ...name, sequence: PLANNED_LAST };
      expect([await due(NOW), await due(later)]).toEqual([[], [{ ...name, sequence: 1 }, planned]]);
      await store.putDelivery(withDelivery(delivered(3)));
      expect(await due(later)).toEqual([planned]);
    });

    it("are of each watch no more than asked for, its longest waiting", async () => {
      const { store, withDelivery, due, name } = open();
      const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;
      for (const sequence of [3, 1, 2])
        await store.putEvent(withDelivery(waiting(1, at(sequence)), { sequence }));
      await store.putEvent(withDelivery(waiting(1, at(9)), { watch_id: "w2" }));
      const found = await due(at(10), { total: 10_000, perWatch: 2 });
      const sequences = found.filter(({ watchId }) => watchId === "w1").map(({ sequence }) => sequence);
      expect(sequences).toEqual([1, 2]);
      expect(found).toContainEqual({ ...name, watchId: "w2", sequence: 1 });
    });
  });

  describe("deliveries of many", () => {
    it("are of each tenant no more than asked for", async () => {
      const { store, withDelivery, tenant } = open();
      for (let sequence = 1; sequence <= 6; sequence++)
        await store.putEvent(withDelivery(waiting(1), { sequence, watch_id: sequence % 2 ? "w1" : "w2" }));
      const bounds = { total: 10_000, perTenant: 4, perWatch: 10_000 };
      const listed = await collect(store.dueDeliveries(NOW, bounds));
      // On DynamoDB the bound holds for each of the shards that a watch may stand in.
      const ours = listed.filter(({ tenantId, watchId }) => tenantId === tenant && watchId === "w1");
      expect(ours).toHaveLength(3);
      const few = await collect(store.dueDeliveries(NOW, { ...bounds, perTenant: 2 }));
      const fewOurs = few.filter(({ tenantId, watchId }) => tenantId === tenant && watchId === "w1");
      expect(fewOurs.length).toBeLessThanOrEqual(2);
    });

    it("that a clock which was ahead has stamped are listed, and one that waits its time is not", async () => {
      const { store, withDelivery, tenant } = open();
      const farthest = "2026-01-03T00:00:00.000Z";
      await store.putEvent(withDelivery(waiting(1, "2027-01-01T00:00:00.000Z"), { sequence: 1 }));
      await store.putEvent(withDelivery(waiting(1, "2026-01-02T00:00:00.000Z"), { sequence: 2 }));
      const bounds = { total: 10_000, perWatch: 10_000 };
      const listed = await collect(store.dueDeliveries(NOW, bounds, farthest));
      const ours = listed.filter(({ tenantId }) => tenantId === tenant);
      expect(ours.map(({ sequence }) => sequence)).toEqual([1]);
    });

    it("are sent when they are due later than the longest wait, as a clock that was ahead stamped them", async () => {
      const { store, withDelivery, tenant } = open();
      const inHours = (hours: number) => timestamp(clock.now() + hours * 3_600_000);
      await store.putEvent(withDelivery(waiting(1, inHours(25)), { sequence: 1 }));
      await store.putEvent(withDelivery(waiting(1, inHours(24)), { sequence: 2 }));
      const sent: DeliveryBatch[] = [];
      const queue = { send: async (batches: readonly DeliveryBatch[]) => void sent.push(...batches) };
      await sendDueDeliveries({ store, queue, clock });
      const ours = sent.filter(({ tenantId }) => tenantId === tenant);
      expect(ours.map(({ sequences }) => sequences)).toEqual([[1]]);
    });

    it("tell since when the first of them is due", async () => {
      const { store, withDelivery } = open();
      const [before, first, second] = ["2001-01-01", "2001-01-02", "2001-01-03"].map(
        (day) => `${day}T00:00:00.000Z`,
      ) as [string, string, string];
      await store.putEvent(withDelivery(waiting(1, second), { sequence: 1, watch_id: "w1" }));
      await store.putEvent(withDelivery(waiting(1, first), { sequence: 2, watch_id: "w2" }));
      expect(await store.findOldestDue(before)).toBeUndefined();
      expect(await store.findOldestDue(NOW)).toBe(first);
      await store.deleteEvents({ tenantId: withDelivery(waiting(1)).tenant_id, watchId: "w1" }, 1);
      await store.deleteEvents({ tenantId: withDelivery(waiting(1)).tenant_id, watchId: "w2" }, 1);
    });
  });

  describe("the wheel", () => {
    const beat = (slot: string, from: string, to: string, minute: number): Heartbeat => {
      const at = `2026-01-01T00:${String(minute).padStart(2, "0")}`;
      return { slot, from, to, read_at: `${at}:00.000Z`, polled_at: `${at}:30.000Z` };
    };

    it("tells the entries of a slot in order of position", async () => {
      const { store, make, positions } = open();
      const places = ["ff#w1", "00#w2", "0a#w3", "0a#w0", "9c#w4"];
      for (const place of places) await store.create(make(place.slice(3), { slot_position: place }));
      expect(await positions()).toEqual(places.toSorted());
    });

    it("tells of the heartbeats that cover a position the one read last", async () => {
      const { store, slot } = open();
      await store.putHeartbeat(beat(slot, "1", "5", 3));
      await store.putHeartbeat(beat(slot, "2", "4", 2));
      // One that was read before comes to its end later.
      await store.putHeartbeat({ ...beat(slot, "1", "9", 1), polled_at: "2026-01-01T00:04:00.000Z" });
      expect(await store.latestHeartbeat(slot, "3")).toEqual(beat(slot, "1", "5", 3));
      expect(await store.latestHeartbeat(slot, "0")).toBeUndefined();
      expect(await store.latestHeartbeat(slot, "6")).toBeUndefined();
    });

    it("has a heartbeat for both ends of its batch, found behind a batch's worth that began later", async () => {
      const { store, slot } = open();
      const position = (index: number) => String(index).padStart(3, "0");
      await store.putHeartbeat(beat(slot, "000", "049", 9));
      for (let index = 1; index < 50; index++)
        await store.putHeartbeat(beat(slot, position(index), position(index), 1));
      for (const at of ["000", "049"])
        expect(await store.latestHeartbeat(slot, at)).toEqual(beat(slot, "000", "049", 9));
      expect(await store.latestHeartbeat(slot, "050")).toBeUndefined();
      expect(await store.latestHeartbeat(`${slot} 2`, "000")).toBeUndefined();
    });

    it("keeps when a batch began, and takes a heartbeat from the future for nothing", async () => {
      const { store, slot } = open();
      const good = { ...beat(slot, "1", "5", 3), began_at: "2026-01-01T00:03:01.000Z" };
      await store.putHeartbeat(good);
      expect(await store.latestHeartbeat(slot, "3")).toEqual(good);
      const ahead = { read_at: "2027-01-01T00:00:00.000Z", polled_at: "2027-01-01T00:00:30.000Z" };
      await store.putHeartbeat({ ...beat(slot, "2", "9", 4), ...ahead });
      expect(await store.latestHeartbeat(slot, "3")).toMatchObject(ahead);
      expect(await store.latestHeartbeat(slot, "3", "2026-01-01T00:10:00.000Z")).toEqual(good);
      await store.putHeartbeat(beat(slot, "2", "8", 6));
      expect(await store.latestHeartbeat(slot, "3")).toEqual(beat(slot, "2", "8", 6));
    });

    it("lets one of many claim a poll, for a while", async () => {
      const { store, slot } = open();
      const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
      const claim = (minute: number) =>
        store.claimPoll(slot, "1", { now: at(minute), since: at(minute - 4) });
      const claims = await Promise.all([claim(4), claim(4), claim(4)]);
      expect(claims.toSorted()).toEqual([false, false, true]);
      expect(await claim(8)).toBe(false);
      expect(await store.claimPoll(slot, "2", { now: at(8), since: at(4) })).toBe(true);
      expect(await claim(9)).toBe(true);
      // A claim from a clock that was ahead counts as none.
      expect(await claim(5)).toBe(true);
      expect(await store.latestHeartbeat(slot, "1")).toBeUndefined();
    });

    it("sets a tick back from where it stands, and from nowhere else", async () => {
      const { store, tenant: wheel } = open();
      await store.moveTick(wheel, 500);
      await store.resetTick(wheel, 100, 499);
      expect(await store.lastTick(wheel)).toBe(500);
      await store.resetTick(wheel, 100, 500);
      expect(await store.lastTick(wheel)).toBe(100);
    });

    it("keeps what it missed until all is caught up, whatever its tick does", async () => {
      const { store, tenant: wheel } = open();
      await store.moveTick(wheel, 100);
      expect(await store.missedMinutes(wheel)).toEqual([]);
      const missed = [
        { first: 1, last: 5, done: 7 },
        { first: 9, last: 9, done: 0 },
      ];
      await store.putMissedMinutes(wheel, missed);
      await store.moveTick(wheel, 101);
      await store.resetTick(wheel, 90, 101);
      expect(await store.missedMinutes(wheel)).toEqual(missed);
      await store.putMissedMinutes(wheel, []);
      expect([await store.missedMinutes(wheel), await store.lastTick(wheel)]).toEqual([[], 90]);
    });

    it.each([
      ["ahead and back", 1],
      ["behind and back", -1],
    ])("looks at every watch in its interval, whether a clock goes %s", async (_way, sign) => {
      const { store, access, tenant } = open();
      await access.createTenant(sampleTenant(tenant), sampleKey(tenant, randomUUID()));
      const now = new ManualClock("2026-03-01T00:00:00Z");
      const source = { type: "feed", url: `https://${tenant}.example/`, keywords: [] } as const;
      const { slot, position } = choosePlace(tenant, "w1", source, 5);
      const created = timestamp(now.now());
      const stamps = { created_at: created, scheduled_at: created, updated_at: created };
      const place = { slot, slot_position: position, interval_minutes: 5 as const };
      const watch = sampleWatch({ tenant_id: tenant, id: "w1", source, ...place, ...stamps });
      const state = { ...watch.state, last_polled_at: created, last_success_at: created };
      await store.create({ ...watch, state });
      let looks = 0;
      const send = async (batches: readonly PollBatch[]) => {
        for (const { slot: of, readAt, entries } of batches) {
          const [from, to] = [entries[0]?.position ?? "", entries.at(-1)?.position ?? ""];
          looks += 1;
          await store.putHeartbeat({
            slot: of,
            from,
            to,
            read_at: readAt,
            began_at: readAt,
            polled_at: readAt,
          });
        }
      };
      // Other slots are empty, and need not be read.
      const ofOneSlot = overriding(store, {
        async *slotEntries(of) {
          if (of === slot) yield* store.slotEntries(of);
        },
      });
      const logger = createLogger(() => undefined, now, "error");
      for (const years of [0, sign, -sign]) {
        now.jump(years * 365 * 86_400_000);
        looks = 0;
        for (let minute = 0; minute < 20; minute++) {
          now.advance(60_000);
          await tick("feed", { store: ofOneSlot, queue: { send }, clock: now, logger });
          const until = timestamp(now.now() + 60_000);
          const found = await store.get(tenant, "w1");
          const beat = await store.latestHeartbeat(slot, position, until);
          if (!found) throw new Error("The watch is gone.");
          const { lag_seconds, status } = watchHealth(found, beat, now.now());
          expect([years, minute, status, lag_seconds]).toEqual([years, minute, "active", 0]);
        }
        expect(looks).toBeGreaterThanOrEqual(4);
        // Once more when the clock has come back.
        expect(looks).toBeLessThanOrEqual(6);
      }
    });

    it("moves its tick on and never back", async () => {
      const { store, tenant: wheel } = open();
      expect(await store.lastTick(wheel)).toBeUndefined();
      for (const minute of [100, 99]) await store.moveTick(wheel, minute);
      expect(await store.lastTick(wheel)).toBe(100);
      await store.moveTick(wheel, 101);
      expect(await store.lastTick(wheel)).toBe(101);
    });
  });
}
