import type { WatchRecord } from "@plumbline/watches/service/watch.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForEach } from "../../support/started.ts";
import { Interleaver } from "./interleaver.ts";
import { sampleRecord, sampleWatch } from "./watch-samples.ts";
import { collect, openWatchTable } from "./watch-table.ts";

const on = startedForEach(openWatchTable);

beforeEach(async () => {
  await on.store.create(sampleWatch());
});
const first = sampleRecord();
const PAUSED_AT = "2026-01-01T00:00:00.000Z";

/** The record's next version. */
function next(record: WatchRecord, changes: Partial<WatchRecord>): WatchRecord {
  return { ...record, version: record.version + 1, ...changes };
}

/** Where entries of the watch stand. */
async function entries(...slots: string[]): Promise<string[]> {
  const found = await Promise.all(slots.map((slot) => collect(on.store.slotEntries(slot))));
  return found.flat().map(({ slot }) => slot);
}

describe("a change", () => {
  it("makes nothing of a watch that is gone", async () => {
    await on.store.delete(first);
    expect(await on.store.update(next(first, { interval_minutes: 15 }), first)).toBe(false);
    expect(await on.keys()).toEqual([]);
  });

  it("counts as made when its answer was lost, and another's of the same version does not", async () => {
    expect(await on.storeLosingAnswers().update(next(first, { slot: "y" }), first)).toBe(true);
    expect(await on.storeLosingAnswers().update(next(first, { slot: "z" }), first)).toBe(false);
  });
});

describe("the slot entry", () => {
  it("is where the record says, wherever a move was cut off", async () => {
    let record = first;
    let cutAfter = 0;
    for (let finished = false; !finished; cutAfter++) {
      const moved = next(record, { slot: `cut after ${cutAfter}` });
      const attempt = on.storeDyingAfter(cutAfter).update(moved, record);
      finished = await attempt.catch(() => false);
      const now = (await on.store.get("t", "w1"))?.record;
      expect(await entries(now?.slot ?? "gone")).toEqual([now?.slot]);
      record = now ?? record;
    }
    expect(cutAfter).toBeGreaterThan(3);
  });

  it("stays where a later change has put it, though an earlier one leaves that place late", async () => {
    const [away, back] = [next(first, { slot: "y" }), next(next(first, {}), { slot: first.slot })];
    const slow = on.storeThat(async (command) => {
      if (command.constructor.name === "DeleteItemCommand") await on.store.update(back, away);
      return on.client.send(command);
    });
    expect(await slow.update(away, first)).toBe(true);
    expect((await on.store.get("t", "w1"))?.record).toEqual(back);
    expect(await entries(first.slot, "y")).toEqual([first.slot]);
  });

  it("stays also when a change that was lost long ago enters there late", async () => {
    const there = next(first, { slot: "y" });
    const away = next(there, { slot: "z" });
    const back = next(away, { slot: "y" });
    await on.store.update(there, first);
    const slow = on.storeThat(async (command) => {
      if (command.constructor.name === "DeleteItemCommand") {
        await on.store.update(back, away);
        expect(await on.store.update(next(first, { slot: "y", interval_minutes: 15 }), first)).toBe(false);
      }
      return on.client.send(command);
    });
    expect(await slow.update(away, there)).toBe(true);
    expect(await entries("y", "z")).toEqual(["y"]);
  });

  it("stays where the winner of a race has put it too", async () => {
    const winner = next(first, { slot: "y" });
    await on.store.update(winner, first);
    expect(await on.store.update(next(first, { slot: "y", interval_minutes: 15 }), first)).toBe(false);
    expect(await entries("y")).toEqual(["y"]);
  });

  it.each(Array.from({ length: 20 }, (_, seed) => `seed ${seed}`))(
    "is where the record says after changes at once, some cut off (%s)",
    async (seed) => {
      const random = seededRandom(seed);
      const slots = [first.slot, "y"];
      const interleaver = new Interleaver(on.client, random);
      for (let writer = 0; writer < 4; writer++) {
        interleaver.start(
          async (client) => {
            const store = on.storeOn(client);
            for (let change = 0; change < 4; change++) {
              const record = (await store.get("t", "w1"))?.record ?? first;
              const slot = slots[Math.floor(random.fraction() * 2)] ?? first.slot;
              const paused_at = random.fraction() < 0.3 ? PAUSED_AT : null;
              await store.update(
                next(record, { slot, paused_at, updated_at: `${writer}.${change}` }),
                record,
              );
            }
          },
          () => undefined,
        );
      }
      await interleaver.run(0.03);
      const record = (await on.store.get("t", "w1"))?.record;
      expect(record?.version).toBeGreaterThan(1);
      if (record?.paused_at === null) expect(await entries(...slots)).toContain(record.slot);
    },
  );
});
