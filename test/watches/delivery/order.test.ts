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
    ["does not answer in time", hangBeforeHeaders(), 15_000],
    ["answers 502", text("bad gateway", 502), 0],
    ["answers 503", text("down", 503), 0],
    ["answers 504", text("too late", 504), 0],
    ["answers 429", text("busy", 429), 0],
  ])("keeps the order while its receiver %s: nothing overtakes the first", async (_what, reply, silentMs) => {
    const id = await under.watch();
    under.receiver.script("", reply);
    await under.find("one", "two", "three");
    const delivering = under.deliver();
    await under.receiver.waitForRequests(1);
    await new Promise(setImmediate);
    under.clock.advance(silentMs);
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
    await under.passMinutes(30);
    under.receiver.clear();
    for (let minute = 0; minute < 18 && under.received().length === 0; minute++) await under.passMinutes(1);
    expect(under.received()).toEqual(["one", "two", "three"]);
    const tries = (await under.list(id)).map((delivery) => delivery.tries).toReversed();
    expect(tries).toEqual([6, 1, 1]);
  });

  test("tries the first a quarter of an hour after its last try, and what is behind it waits as long again", async () => {
    const id = await under.watch();
    under.receiver.scriptAlways("", text("down", 503));
    await under.find("one", "two");
    // Tried four times in 22 minutes, and then early: the fifth try is due after an hour.
    await under.passMinutes(38);
    expect(under.received()).toEqual(Array(5).fill("one"));
    const [second, first] = await under.list(id);
    const look = Date.parse(first?.attempts.at(-1)?.at ?? "") + 15 * 60_000;
    expect(second).toMatchObject({ tries: 0, next_try_at: new Date(look + 1).toISOString() });
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

  test("delivers what is before a batch first", async () => {
    await under.watch();
    const titles = Array.from({ length: 11 }, (_, index) => `n${index}`);
    await under.find(...titles);
    const [, second] = await under.due();
    if (!second) expect.fail("two batches are due");
    expect(await under.service.deliverer.deliver(second)).toBe(11);
    expect(under.received()).toEqual(titles);
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

test("a delivery whose event expires at this moment by a clock that is ahead is made once the clock is right", async () => {
  const id = await under.watch();
  under.receiver.script("", text("busy", 503));
  await under.find("one");
  await under.deliver();
  const name = { tenantId: under.caller.tenantId, watchId: id };
  const event = await under.service.watchStore.getEvent(name, 1);
  const ahead = Date.parse(event?.expires_at ?? "") - under.clock.now();
  under.clock.jump(ahead);
  await under.deliver();
  expect(under.received()).toEqual(["one"]);
  under.clock.jump(-ahead);
  await under.deliver();
  expect(under.received()).toEqual(["one", "one"]);
  expect(await statuses(id)).toEqual(["delivered"]);
});
