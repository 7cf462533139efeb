import { text } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForFile } from "../../support/started.ts";
import { Crash, Fault } from "../faulty-store.ts";
import { startDeliveriesUnderTest, titleOf } from "./deliveries-under-test.ts";

const RUNS = 60;
const EVENTS = 3;

const fault = new Fault();
const under = startedForFile(() =>
  startDeliveriesUnderTest({ wrapWatchStore: (store) => fault.wrap(store, /^putDelivery$/) }),
);

test(`after each of ${RUNS} crashes every event has been delivered, always with its own id`, async () => {
  const id = await under.watch();
  const titles = Array.from({ length: EVENTS }, (_, index) => `e${index}`);
  await under.find(...titles);
  const idOf = new Map((await under.watches.events(id)).map((event, index) => [titles[index], event.id]));
  for (let run = 0; run < RUNS; run++) {
    const random = seededRandom(`delivery crash ${run}`);
    if (random.fraction() < 0.3) under.receiver.script("", text("oops", 500));
    fault.set(1 + Math.floor(random.fraction() * 2 * EVENTS), random.fraction() < 0.5);
    await under.deliver().catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
    fault.clear();
    await under.passMinutes(6, 2);
    expect((await under.list(id)).map(({ status }) => status)).toEqual(Array(EVENTS).fill("delivered"));
    expect(new Set(under.received())).toEqual(new Set(titles));
    for (const request of under.receiver.requests)
      expect(request.headers["webhook-id"]).toBe(idOf.get(titleOf(request)));
    under.receiver.clear();
    for (const sequence of titles.keys())
      await under.service.deliveries.replay(under.caller.tenantId, id, sequence + 1);
  }
});
