import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleEvent, sampleRecord, sampleState, sampleWatch } from "./watch-samples.ts";
import { collect, openWatchTable, type WatchTable } from "./watch-table.ts";

let on: WatchTable;
beforeEach(async () => {
  on = await openWatchTable();
});
afterEach(() => on.close());

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
