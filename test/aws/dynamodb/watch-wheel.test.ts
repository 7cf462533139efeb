import type { Heartbeat } from "@plumbline/watches/clock/watch-wheel.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleWatch } from "./watch-samples.ts";
import { collect, openWatchTable, type WatchTable } from "./watch-table.ts";

let on: WatchTable;
beforeEach(async () => {
  on = await openWatchTable();
});
afterEach(() => on.close());

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
  it("cover the positions of their batch, both ends included", async () => {
    await on.store.create(sampleWatch({ slot: "s", slot_position: "2" }));
    await on.store.putHeartbeat(beat("2", "4", 1));
    await on.store.putHeartbeat(beat("2", "9", 1, "other"));
    for (const position of ["2", "3", "4"])
      expect(await on.store.latestHeartbeat("s", position)).toEqual(beat("2", "4", 1));
    for (const position of ["1", "5"]) expect(await on.store.latestHeartbeat("s", position)).toBeUndefined();
    expect(await on.store.latestHeartbeat("none", "3")).toBeUndefined();
  });

  it("tell the latest look where batches have moved", async () => {
    await on.store.putHeartbeat(beat("1", "5", 3));
    await on.store.putHeartbeat(beat("2", "4", 2));
    await on.store.putHeartbeat(beat("3", "3", 4));
    expect(await on.store.latestHeartbeat("s", "3")).toEqual(beat("3", "3", 4));
    expect(await on.store.latestHeartbeat("s", "4")).toEqual(beat("1", "5", 3));
  });

  it("are found though a whole batch's worth of earlier ones began in between", async () => {
    const position = (index: number) => String(index).padStart(3, "0");
    await on.store.putHeartbeat(beat("000", "049", 9));
    for (let index = 1; index < 50; index++)
      await on.store.putHeartbeat(beat(position(index), position(index), 1));
    expect(await on.store.latestHeartbeat("s", "049")).toEqual(beat("000", "049", 9));
  });

  it("are replaced by a later look, and by none that was read before", async () => {
    await on.store.putHeartbeat(beat("1", "5", 2));
    await on.store.putHeartbeat(beat("1", "9", 1));
    expect(await on.store.latestHeartbeat("s", "1")).toEqual(beat("1", "5", 2));
    await on.store.putHeartbeat(beat("1", "7", 3));
    expect(await on.store.latestHeartbeat("s", "1")).toEqual(beat("1", "7", 3));
  });

  it("tell the table when they may go", async () => {
    await on.store.putHeartbeat(beat("1", "5", 2));
    const item = await on.table.get({ pk: "SLOT#s", sk: "BEAT#1" });
    expect(item?.ttl).toBe(Date.parse("2026-01-04T00:02:30Z") / 1_000);
  });
});

describe("the tick of a wheel", () => {
  it("moves on and never back, each wheel for itself", async () => {
    expect(await on.store.lastTick("feed")).toBeUndefined();
    await on.store.moveTick("feed", 100);
    await on.store.moveTick("feed", 99);
    expect(await on.store.lastTick("feed")).toBe(100);
    await on.store.moveTick("feed", 101);
    await on.store.moveTick("inbox", 5);
    expect(await on.store.lastTick("feed")).toBe(101);
    expect(await on.store.lastTick("inbox")).toBe(5);
  });
});
