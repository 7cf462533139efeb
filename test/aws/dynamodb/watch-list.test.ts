import { BatchGetItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { Page } from "@plumbline/core/records/page.ts";
import type { Heartbeat } from "@plumbline/watches/clock/watch-wheel.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { describe, expect, it } from "vitest";
import { batchGet } from "../../../packages/aws/dynamodb/batches.ts";
import { EMBEDDED_TABLE } from "../../support/dynalite/embedded-table.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForEach } from "../../support/started.ts";
import { Interleaver } from "./interleaver.ts";
import { sampleKey, sampleTenant } from "./sample-records.ts";
import { sampleEvent, sampleRecord, sampleState, sampleWatch } from "./watch-samples.ts";
import { collect, openWatchTable } from "./watch-table.ts";

const on = startedForEach(openWatchTable);
const name = (watchId: string, tenantId = "t") => ({ tenantId, watchId });

/** Makes watches and takes the state or the record of some away. */
async function createSome(): Promise<void> {
  for (const id of ["w1", "w2", "w3", "w4", "w5"]) await on.store.create(sampleWatch({ id }));
  await on.store.create(sampleWatch({ id: "w1", tenant_id: "u" }));
  const there = { expression: "attribute_exists(#pk)" };
  await on.table.delete({ pk: "TENANT#t", sk: "WSTATE#w2" }, there);
  await on.table.delete({ pk: "TENANT#t", sk: "WATCH#w4" }, there);
}

describe("a batch of watches", () => {
  it("has those of which record and state are there, of several tenants, each once", async () => {
    await createSome();
    const asked = ["w1", "w2", "w3", "w4", "w6"].map((id) => name(id));
    const found = await on.store.getMany([...asked, name("w1"), name("w1", "u"), name("w3", "u")]);
    const names = found.map(({ record }) => `${record.tenant_id}/${record.id}`);
    expect(names.toSorted()).toEqual(["t/w1", "t/w3", "u/w1"]);
    expect(found.find(({ record }) => record.tenant_id === "u")).toEqual(sampleWatch({ tenant_id: "u" }));
    expect(await on.store.getMany([])).toEqual([]);
  });

  /** A table that reads at most `most` keys a request and hands the rest back. */
  function refusing(most: number) {
    const sizes: number[] = [];
    const consistent = new Set<boolean | undefined>();
    const store = on.storeThat(async (command) => {
      if (!(command instanceof BatchGetItemCommand)) return on.client.send(command);
      const { Keys: keys = [], ...how } = command.input.RequestItems?.[EMBEDDED_TABLE] ?? { Keys: [] };
      sizes.push(keys.length);
      consistent.add(how.ConsistentRead);
      const [read, refused] = [keys.slice(0, most), keys.slice(most)];
      const answer =
        read.length > 0
          ? await on.client.send(
              new BatchGetItemCommand({ RequestItems: { [EMBEDDED_TABLE]: { Keys: read } } }),
            )
          : {};
      return {
        ...answer,
        UnprocessedKeys: refused.length > 0 ? { [EMBEDDED_TABLE]: { Keys: refused, ...how } } : {},
      };
    });
    return { store, sizes, consistent };
  }

  it("is asked for again as far as it was refused, after growing waits", async () => {
    await createSome();
    const { store, sizes } = refusing(3);
    const found = await store.getMany(["w1", "w3", "w5", "w6"].map((id) => name(id)));
    expect(found.map(({ record }) => record.id).toSorted()).toEqual(["w1", "w3", "w5"]);
    expect(sizes).toEqual([8, 5, 2]);
    expect(on.clock.waits).toEqual([50, 100]);
  });

  it("is read at half the price, as of a moment ago, and one watch as of now", async () => {
    const { store, consistent } = refusing(100);
    await store.getMany([name("w1")]);
    expect(consistent).toEqual(new Set([false]));
    consistent.clear();
    await store.get("t", "w1");
    await store.list("t", { limit: 1 });
    expect(consistent).toEqual(new Set([true]));
  });

  it("is given up when the table goes on refusing", async () => {
    const { store, sizes } = refusing(0);
    await expect(store.getMany([name("w1")])).rejects.toMatchObject({ code: "unavailable" });
    expect(sizes).toHaveLength(8);
    expect(on.clock.waits).toEqual([50, 100, 200, 400, 800, 1_600, 3_200]);
  });

  it("may be larger than a request", async () => {
    const keys = Array.from({ length: 130 }, (_, index) => ({ pk: "p", sk: `s${index}` }));
    for (const key of keys) await on.table.put({ ...key });
    const table = new TableClient(on.client, EMBEDDED_TABLE);
    const places = [...keys, { pk: "p", sk: "none" }].map((key) => ({ table, key }));
    const found = await batchGet(places, { clock: on.clock, consistent: true });
    expect(found.map((item) => item?.sk)).toEqual([...keys.map(({ sk }) => sk), undefined]);
  });
});

describe("the list of a tenant's watches", () => {
  it("goes page by page in the order of ids and leaves out what is not a whole watch", async () => {
    await createSome();
    const first = await on.store.list("t", { limit: 2 });
    expect([first.items.map(({ record }) => record.id), first.next]).toEqual([["w1", "w3"], "w3"]);
    const second = await on.store.list("t", { limit: 2, after: "w3" });
    expect(second).toEqual({ items: [sampleWatch({ id: "w5" })], next: null });
    expect(await on.store.list("v", { limit: 2 })).toEqual({ items: [], next: null });
  });
});

describe("watch create", () => {
  const watch = sampleWatch();

  const entry = { slot: "feed#5#3#0", position: "0a#w1", tenantId: "t", watchId: "w1" };

  describe("a new watch", () => {
    it("is there as a whole or not at all, wherever its making was cut off, and can be made again", async () => {
      let cutAfter = 0;
      for (let finished = false; !finished; cutAfter++) {
        // An id is used once: a deleted watch stays deleted.
        const id = `w${cutAfter}`;
        const made = sampleWatch({ id });
        const itsEntry = { ...entry, position: `0a#${id}`, watchId: id };
        finished = await on
          .storeDyingAfter(cutAfter)
          .create(made)
          .catch(() => false);
        const found = await on.store.get("t", id);
        if (found) expect(await collect(on.store.slotEntries(entry.slot))).toEqual([itsEntry]);
        else expect(await on.store.list("t", { limit: 5 })).toEqual({ items: [], next: null });
        expect(await on.store.create(made)).toBe(true);
        expect(await on.store.get("t", id)).toEqual(made);
        expect(await collect(on.store.slotEntries(entry.slot))).toEqual([itsEntry]);
        await on.store.delete(made.record);
        expect(await on.keys()).toEqual([]);
      }
      expect(cutAfter).toBeGreaterThan(3);
    });
  });

  describe("a watch of a deleted tenant", () => {
    it.each(Array.from({ length: 20 }, (_, seed) => `seed ${seed}`))(
      "leaves nothing of the tenant's when both run at once (%s)",
      async (seed) => {
        await on.accessOn(on.client).createTenant(sampleTenant("t"), sampleKey("t", "first"));
        const interleaver = new Interleaver(on.client, seededRandom(seed));
        const answers: boolean[] = [];
        interleaver.start(
          (client) => on.storeOn(client).create(watch),
          (answer) => answers.push(answer),
        );
        interleaver.start(
          (client) => on.accessOn(client).deleteTenant("t", "2026-01-01T00:00:00.000Z"),
          () => undefined,
        );
        await interleaver.run(0);
        expect(answers).toHaveLength(1);
        const left = await on.keys();
        expect(left.filter((key) => key.startsWith("TENANT"))).toEqual(["TENANT#t / META"]);
        if (!answers[0]) expect(left).toHaveLength(1);
      },
    );
  });
});

describe("watch events", () => {
  const watch = { tenantId: "t", watchId: "w1" };

  const all = { limit: 100, before: 1_000 };

  function sequences({ items }: Page<WatchEventRecord>): number[] {
    return items.map(({ sequence }) => sequence);
  }

  describe("an event", () => {
    it("tells the table when it may go", async () => {
      await on.store.putEvent(sampleEvent(1, { expires_at: "2026-04-01T00:00:00.500Z" }));
      const item = await on.table.get({ pk: "TENANT#t", sk: "WEVENT#w1#000000000001" });
      expect(item?.ttl).toBe(Date.parse("2026-04-01T00:00:01Z") / 1_000);
    });
  });

  describe("the events of a watch", () => {
    it("are erased from a sequence on, over all pages", async () => {
      for (let sequence = 1; sequence <= 30; sequence++) await on.store.putEvent(sampleEvent(sequence));
      await on.storeWithShortPages().deleteEvents(watch, 10);
      expect(sequences(await on.store.listEvents(watch, all))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
  });
});

describe("watch delete", () => {
  const watch = sampleWatch();

  const entry = { slot: watch.record.slot, position: "0a#w1", tenantId: "t", watchId: "w1" };

  const MINUTE = 60_000;

  async function createWithEvents(count: number, created = watch): Promise<void> {
    await on.store.create(created);
    const watch_id = created.record.id;
    for (let sequence = 1; sequence <= count; sequence++)
      await on.store.putEvent(sampleEvent(sequence, { watch_id }));
  }

  describe("deleting a watch", () => {
    it("erases all that it owned, and nothing of another", async () => {
      await on.store.create(sampleWatch({ id: "w10" }));
      await on.store.putEvent(sampleEvent(1, { watch_id: "w10" }));
      const others = await on.keys();
      await createWithEvents(60);
      await on.storeWithShortPages().delete(watch.record);
      expect(await on.keys()).toEqual(others);
    });

    it("goes on wherever it was cut off; until it is gone the watch is there to be deleted, and in its slot", async () => {
      let cutAfter = 0;
      for (let finished = false; !finished; cutAfter++) {
        // An id is used once: a deleted watch stays deleted.
        const id = `w${cutAfter}`;
        const watch = sampleWatch({ id });
        await createWithEvents(3, watch);
        finished = await on
          .storeDyingAfter(cutAfter)
          .delete(watch.record)
          .then(
            () => true,
            () => false,
          );
        const [left] = await on.store.getMany([{ tenantId: "t", watchId: id }]);
        if (left)
          expect(await collect(on.store.slotEntries(entry.slot))).toEqual([
            { ...entry, position: `0a#${id}`, watchId: id },
          ]);
        else expect((await on.keys()).filter((key) => key.startsWith("TENANT"))).toEqual([]);
        await on.store.delete(watch.record);
        expect(await on.keys(), `cut off after ${cutAfter} requests`).toEqual([]);
      }
      expect(cutAfter).toBeGreaterThan(4);
    });

    it("finds what a poll wrote while it was at it", async () => {
      await createWithEvents(1);
      const polled: boolean[] = [];
      const polledMeanwhile = on.storeThat(async (command) => {
        if (command instanceof TransactWriteItemsCommand) {
          polled.push(
            await on.store.putEvent(sampleEvent(2)),
            await on.store.putState(sampleState({ fence: 1 })),
          );
        }
        return on.client.send(command);
      });
      await polledMeanwhile.delete(watch.record);
      expect(polled).toEqual([true, true]);
      expect(await on.keys()).toEqual([]);
    });

    it("leaves the entry of a later version of the record to the poller", async () => {
      await on.store.create(watch);
      const moved = sampleRecord({ version: 2, slot: "y" });
      await on.store.update(moved, watch.record);
      await on.store.delete(watch.record);
      expect(await on.keys()).toEqual(["SLOT#y / AT#0a#w1"]);
    });
  });

  describe("taking out an entry whose watch is not there", () => {
    it("is put off while a watch may be on its way to it", async () => {
      await on
        .storeDyingAfter(1)
        .create(watch)
        .catch(() => undefined);
      expect(await on.keys()).toEqual(["SLOT#feed#5#3#0 / AT#0a#w1"]);
      on.clock.advance(59 * MINUTE);
      await on.store.removeSlotEntry(entry);
      expect(await collect(on.store.slotEntries(entry.slot))).toEqual([entry]);
      on.clock.advance(MINUTE);
      await on.store.removeSlotEntry(entry);
      expect(await collect(on.store.slotEntries(entry.slot))).toEqual([]);
      await on.store.removeSlotEntry(entry);
      expect(await on.keys()).toEqual([]);
    });

    it("is put off anew when the watch comes back to an entry it once left behind", async () => {
      await on.store.create(watch);
      const away = sampleRecord({ version: 2, slot: "y" });
      const leavingBehind = on.storeThat((command) =>
        command.constructor.name === "DeleteItemCommand"
          ? Promise.reject(new Error("the process died"))
          : on.client.send(command),
      );
      await expect(leavingBehind.update(away, watch.record)).rejects.toThrow();
      on.clock.advance(120 * MINUTE);
      await on.store.update(sampleRecord({ version: 3 }), away);
      await on.store.removeSlotEntry(entry);
      expect(await collect(on.store.slotEntries(entry.slot))).toEqual([entry]);
    });
  });
});

describe("watch wheel", () => {
  function beat(from: string, to: string, minute: number, slot = "s"): Heartbeat {
    const at = `2026-01-01T00:${String(minute).padStart(2, "0")}`;
    return { slot, from, to, read_at: `${at}:00.000Z`, polled_at: `${at}:30.000Z` };
  }

  describe("the entries of a slot", () => {
    it("come in order of position, over all pages, without those of other slots and without heartbeats", async () => {
      const positions = ["ff#w1", "00#w2", "0a#w3", "0a#w0", "9c#w4"];
      for (const position of positions)
        await on.store.create(sampleWatch({ id: position.slice(3), slot: "s", slot_position: position }));
      await on.store.create(sampleWatch({ id: "w9", slot: "s2" }));
      await on.store.putHeartbeat(beat("00#w2", "ff#w1", 1));
      for (const store of [on.store, on.storeWithShortPages()]) {
        const found = await collect(store.slotEntries("s"));
        expect(found.map(({ position }) => position)).toEqual(positions.toSorted());
        expect(found[0]).toEqual({ slot: "s", position: "00#w2", tenantId: "t", watchId: "w2" });
      }
      expect(await collect(on.store.slotEntries("none"))).toEqual([]);
    });
  });

  describe("heartbeats", () => {
    it("tell the table when they may go", async () => {
      await on.store.putHeartbeat(beat("1", "5", 2));
      const item = await on.table.get({ pk: "SLOT#s", sk: "BEAT#1" });
      expect(item?.ttl).toBe(Date.parse("2026-01-04T00:02:30Z") / 1_000);
    });
  });
});
