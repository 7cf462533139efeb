import type { Page } from "@plumbline/core/records/page.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleEvent } from "./watch-samples.ts";
import { openWatchTable, type WatchTable } from "./watch-table.ts";

let on: WatchTable;
beforeEach(async () => {
  on = await openWatchTable();
});
afterEach(() => on.close());

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
