import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { Interleaver } from "./interleaver.ts";
import { sampleKey, sampleTenant } from "./sample-records.ts";
import { sampleWatch } from "./watch-samples.ts";
import { collect, openWatchTable, type WatchTable } from "./watch-table.ts";

let on: WatchTable;
beforeEach(async () => {
  on = await openWatchTable();
});
afterEach(() => on.close());

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
