import { hangBeforeHeaders, text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DeliveriesUnderTest, startDeliveriesUnderTest } from "./deliveries-under-test.ts";

let under: DeliveriesUnderTest;

beforeEach(async () => {
  under = await startDeliveriesUnderTest();
});

afterEach(() => under.close());

const statuses = async (id: string) => (await under.list(id)).map(({ status }) => status).toReversed();

describe("a watch in order, as it is by default,", () => {
  test.each([
    ["does not answer in time", hangBeforeHeaders()],
    ["answers 503", text("down", 503)],
    ["answers 429", text("busy", 429)],
  ])("keeps the order while its receiver %s: nothing overtakes the first", async (_what, reply) => {
    const id = await under.watch();
    under.receiver.script("", reply);
    await under.find("one", "two", "three");
    const delivering = under.deliver();
    await under.receiver.waitForRequests(1);
    await new Promise(setImmediate);
    under.clock.advance(15_000);
    await delivering;
    expect(under.received()).toEqual(["one"]);
    expect(await statuses(id)).toEqual(["waiting", "waiting", "waiting"]);
    await under.passMinutes(2);
    expect(under.received()).toEqual(["one", "one", "two", "three"]);
  });

  test("notices within a quarter of an hour that its receiver is back, and sends everything in order", async () => {
    const id = await under.watch();
    under.receiver.scriptAlways("", text("down", 503));
    await under.find("one", "two");
    await under.passMinutes(200);
    await under.find("three");
    await under.passMinutes(60);
    under.receiver.clear();
    await under.passMinutes(18);
    expect(under.received()).toEqual(["one", "two", "three"]);
    const tries = (await under.list(id)).map((delivery) => delivery.tries).toReversed();
    expect(tries).toEqual([6, 1, 1]);
  });

  test("tries the first eight times in 22 hours, whatever waits behind it", async () => {
    const id = await under.watch();
    under.receiver.scriptAlways("", text("down", 503));
    await under.find("one", "two");
    await under.passMinutes(22 * 60);
    expect(await statuses(id)).toEqual(["waiting", "waiting"]);
    await under.passMinutes(60);
    expect((await under.list(id)).at(-1)).toMatchObject({ status: "dead", tries: 8 });
  });

  test("looks at what waits behind another no more often than at that one", async () => {
    const id = await under.watch();
    under.receiver.script("", text("busy", 503, { "retry-after": "7200" }));
    await under.find("one", "two", "three");
    await under.deliver();
    await under.passMinutes(1);
    expect(await under.due()).toEqual([]);
    const [third, second, first] = await under.list(id);
    const at = (view: typeof first) => Date.parse(view?.next_try_at ?? "");
    expect([at(second) - at(first), at(third) - at(second)]).toEqual([1, 1]);
  });

  test("is delivered in order by two workers that have a part each", async () => {
    await under.watch();
    await under.find(...Array.from({ length: 12 }, (_, index) => `n${index}`));
    const [first, second] = await under.due();
    if (!first || !second) expect.fail("two batches are due");
    const other = under.anotherProcess();
    await Promise.all([other.deliverer.deliver(second), under.service.deliverer.deliver(first)]);
    await under.passMinutes(3);
    expect(under.received()).toEqual(Array.from({ length: 12 }, (_, index) => `n${index}`));
  });
});

describe("a watch with `ordered: false`", () => {
  test("has eight deliveries in flight, and no more", async () => {
    const id = await under.watch({ ordered: false });
    under.receiver.scriptAlways("", hangBeforeHeaders());
    await under.find(...Array.from({ length: 10 }, (_, index) => `n${index}`));
    const delivering = under.deliver();
    await under.receiver.waitForRequests(8);
    expect(new Set(under.received()).size).toBe(8);
    under.receiver.clear();
    await new Promise(setImmediate);
    under.clock.advance(15_000);
    await delivering;
    await under.passMinutes(3);
    expect(await statuses(id)).toEqual(Array(10).fill("delivered"));
  });

  test("is not held up by one that fails", async () => {
    const id = await under.watch({ ordered: false });
    under.receiver.script((request) => request.text.includes("one"), text("down", 503));
    await under.find("one", "two");
    await under.deliver();
    expect(await statuses(id)).toEqual(["waiting", "delivered"]);
  });

  test("is another subscription, says so, and can be put in order", async () => {
    const [id, ordered] = [await under.watch({ ordered: false }), await under.watch()];
    expect(id).not.toBe(ordered);
    expect(await under.watch({ ordered: true })).toBe(ordered);
    const { watches } = under.service;
    const { tenantId } = under.caller;
    expect(await watches.get(tenantId, id)).toMatchObject({ ordered: false });
    expect(await watches.get(tenantId, ordered)).toMatchObject({ ordered: true });
    expect(await watches.change(tenantId, id, { ordered: true })).toMatchObject({ ordered: true });
    expect(await watches.change(tenantId, id, { paused: true })).toMatchObject({ ordered: true });
  });
});

const HOUR_MS = 3_600_000;

test.each([
  ["a year", 365 * 24 * HOUR_MS],
  ["a day and an hour", 25 * HOUR_MS],
])("a delivery that failed by a clock %s ahead is made once the clock is right", async (_what, ms) => {
  await under.watch();
  under.clock.jump(ms);
  under.receiver.script("", text("busy", 503));
  await under.find("one");
  await under.deliver();
  expect(under.received()).toEqual(["one"]);
  under.clock.jump(-ms);
  await under.deliver();
  expect(under.received()).toEqual(["one", "one"]);
});

test("a delivery whose event has expired by a clock a year ahead is made once the clock is right", async () => {
  const id = await under.watch();
  under.receiver.script("", text("busy", 503));
  await under.find("one");
  await under.deliver();
  under.clock.jump(365 * 24 * HOUR_MS);
  await under.deliver();
  under.clock.jump(-365 * 24 * HOUR_MS);
  await under.deliver();
  expect(under.received()).toEqual(["one", "one"]);
  expect(await statuses(id)).toEqual(["delivered"]);
});
