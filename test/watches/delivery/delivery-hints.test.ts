import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DeliveriesUnderTest, startDeliveriesUnderTest } from "./deliveries-under-test.ts";

let under: DeliveriesUnderTest;
let id: string;
let announced: DeliveryBatch[];
/** The queue takes nothing. */
let down: boolean;

beforeEach(async () => {
  [announced, down] = [[], false];
  under = await startDeliveriesUnderTest({
    deliveryQueue: {
      async send(batches) {
        if (down) throw new Error("no queue");
        announced.push(...batches);
      },
    },
  });
  id = await under.watch();
});

afterEach(() => under.close());

/** Returns the sequences announced since the last call, by batch. */
function announcedSequences(): number[][] {
  const batches = announced.splice(0);
  for (const batch of batches) expect(batch).toMatchObject({ tenantId: under.caller.tenantId, watchId: id });
  return batches.map(({ sequences }) => [...sequences]);
}

test("what is found is announced at once, in batches of ten", async () => {
  await under.find(...Array.from({ length: 12 }, (_, index) => `n${index}`));
  expect(announcedSequences()).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [11, 12],
  ]);
});

test("what is sent again is announced at once, one event or a range", async () => {
  const since = new Date(under.clock.now()).toISOString();
  await under.find("one", "two");
  await under.deliver();
  announced = [];
  const { deliveries } = under.service;
  await deliveries.replay(under.caller.tenantId, id, 2);
  expect(announcedSequences()).toEqual([[2]]);
  await deliveries.replayRange(under.caller.tenantId, id, { since, which: "all" });
  expect(announcedSequences()).toEqual([[1, 2]]);
});

test("a queue that takes nothing is logged, and the event is delivered with the next minute", async () => {
  down = true;
  await under.find("one");
  expect(under.logged.filter(({ event }) => event === "delivery_hint_failed")).toHaveLength(1);
  await under.deliver();
  expect(under.received()).toEqual(["one"]);
});
