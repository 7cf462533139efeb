import type { Page } from "@plumbline/core/records/page.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleEvent, sampleState, sampleWatch } from "./watch-samples.ts";
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

describe("a state", () => {
  const claim = (by: string, fence: number) => sampleState({ fence, last_polled_at: by });

  it("replaces the one before it alone", async () => {
    await on.store.create(sampleWatch());
    expect(await on.store.putState(claim("a", 2))).toBe(false);
    expect(await on.store.putState(claim("a", 1))).toBe(true);
    expect(await on.store.putState(claim("b", 1))).toBe(false);
    expect(await on.store.putState(claim("a", 2))).toBe(true);
    expect((await on.store.get("t", "w1"))?.state).toEqual(claim("a", 2));
  });

  it("is claimed by one of many at once, though they write the same", async () => {
    await on.store.create(sampleWatch());
    const claims = await Promise.all([1, 2, 3, 4].map(() => on.store.putState(claim("same", 1))));
    expect(claims.filter((claimed) => claimed)).toHaveLength(1);
  });

  it("is not made of a watch that is gone", async () => {
    expect(await on.store.putState(claim("a", 1))).toBe(false);
    expect(await on.keys()).toEqual([]);
  });

  it("is one's own when the answer was lost, and the next one goes on from it", async () => {
    await on.store.create(sampleWatch());
    expect(await on.storeLosingAnswers().putState(claim("a", 1))).toBe(true);
    expect((await on.store.get("t", "w1"))?.state.fence).toBe(1);
    expect(await on.store.putState(claim("b", 2))).toBe(true);
  });

  it("keeps its cursor as it was written", async () => {
    await on.store.create(sampleWatch());
    const cursor = { type: "feed" as const, url: "u", seen: "", listed: 2, read_at: "now", etag: undefined };
    await on.store.putState(sampleState({ fence: 1, cursor }));
    expect((await on.store.get("t", "w1"))?.state.cursor).toEqual(cursor);
  });
});

describe("an event", () => {
  it("is replaced under the same fence and a higher one, not by a poll that has lost its claim", async () => {
    const by = (fence: number, id: string) => sampleEvent(1, { fence, id });
    expect(await on.store.putEvent(by(2, "first"))).toBe(true);
    expect(await on.store.putEvent(by(1, "late"))).toBe(false);
    expect((await on.store.listEvents(watch, all)).items).toEqual([by(2, "first")]);
    expect(await on.store.putEvent(by(2, "again"))).toBe(true);
    expect(await on.store.putEvent(by(3, "next"))).toBe(true);
    expect((await on.store.listEvents(watch, all)).items).toEqual([by(3, "next")]);
  });

  it("is written once though its answer was lost", async () => {
    expect(await on.storeLosingAnswers().putEvent(sampleEvent(1))).toBe(true);
    expect((await on.store.listEvents(watch, all)).items).toEqual([sampleEvent(1)]);
  });

  it("tells the table when it may go", async () => {
    await on.store.putEvent(sampleEvent(1, { expires_at: "2026-04-01T00:00:00.500Z" }));
    const item = await on.table.get({ pk: "TENANT#t", sk: "WEVENT#w1#000000000001" });
    expect(item?.ttl).toBe(Date.parse("2026-04-01T00:00:01Z") / 1_000);
  });
});

describe("the events of a watch", () => {
  it("are listed in order, page by page, behind a sequence in decimal", async () => {
    for (const sequence of [11, 2, 1, 10, 9, 3]) await on.store.putEvent(sampleEvent(sequence));
    await on.store.putEvent(sampleEvent(4, { watch_id: "w10" }));
    const first = await on.store.listEvents(watch, { ...all, limit: 4 });
    expect([sequences(first), first.next]).toEqual([[1, 2, 3, 9], "9"]);
    const second = await on.store.listEvents(watch, { ...all, limit: 4, after: "9" });
    expect([sequences(second), second.next]).toEqual([[10, 11], null]);
    expect(sequences(await on.store.listEvents(watch, { ...all, after: "3" }))).toEqual([9, 10, 11]);
    expect(await on.store.listEvents(watch, { ...all, after: "11" })).toEqual({ items: [], next: null });
    expect(await on.store.listEvents({ ...watch, tenantId: "u" }, all)).toEqual({ items: [], next: null });
  });

  it("end before what no state counts yet", async () => {
    for (const sequence of [1, 2, 3]) await on.store.putEvent(sampleEvent(sequence));
    const page = await on.store.listEvents(watch, { limit: 2, before: 3 });
    expect([sequences(page), page.next]).toEqual([[1, 2], null]);
  });

  it("leave out those that have expired, to the millisecond, without a shorter page", async () => {
    const now = on.clock.now();
    const expiring = (sequence: number, ms: number) =>
      on.store.putEvent(sampleEvent(sequence, { expires_at: new Date(now + ms).toISOString() }));
    for (const sequence of [1, 2, 3]) await expiring(sequence, 0);
    for (const sequence of [4, 5, 6]) await expiring(sequence, 1);
    const page = await on.store.listEvents(watch, { ...all, limit: 2 });
    expect([sequences(page), page.next]).toEqual([[4, 5], "5"]);
    on.clock.advance(1);
    expect(await on.store.listEvents(watch, all)).toEqual({ items: [], next: null });
  });

  it("are erased from a sequence on, over all pages", async () => {
    for (let sequence = 1; sequence <= 30; sequence++) await on.store.putEvent(sampleEvent(sequence));
    await on.storeWithShortPages().deleteEvents(watch, 10);
    expect(sequences(await on.store.listEvents(watch, all))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
