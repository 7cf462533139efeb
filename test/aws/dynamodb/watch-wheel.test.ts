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
  it("tell the table when they may go", async () => {
    await on.store.putHeartbeat(beat("1", "5", 2));
    const item = await on.table.get({ pk: "SLOT#s", sk: "BEAT#1" });
    expect(item?.ttl).toBe(Date.parse("2026-01-04T00:02:30Z") / 1_000);
  });
});
