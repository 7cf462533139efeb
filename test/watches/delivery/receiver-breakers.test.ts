import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { hangBeforeHeaders, text } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { ReceiverBreakers } from "../../../packages/watches/delivery/receiver-breakers.ts";
import { startedForEach } from "../../support/started.ts";
import { startDeliveriesUnderTest } from "./deliveries-under-test.ts";

const under = startedForEach(startDeliveriesUnderTest);

const healthOf = async (id: string) =>
  (await under.service.watches.get(under.caller.tenantId, id)).health.delivery;

/** A watch without order, whose twenty finds meet a host that is down. */
async function downWithTwenty(): Promise<string> {
  const id = await under.watch({ ordered: false });
  under.receiver.scriptAlways("", text("down", 503));
  await under.find(...Array.from({ length: 20 }, (_, index) => `n${index}`));
  return id;
}

test("after five failures in a row a host is left alone for a minute, which costs no try", async () => {
  const id = await downWithTwenty();
  await under.deliver();
  // Eight are under way side by side before the fifth has failed.
  const sent = under.receiver.requests.length;
  expect(sent).toBeLessThanOrEqual(12);
  const held = (await under.list(id)).filter(({ tries }) => tries === 0);
  expect(held).toHaveLength(20 - sent);
  expect((await healthOf(id))?.held_until).toBe(held[0]?.next_try_at);
  expect(await healthOf(id)).toMatchObject({ status: "failing", last_error: { status: 503 } });
});

test("then one trial goes; when it fails the wait doubles, up to a quarter of an hour", async () => {
  await downWithTwenty();
  await under.deliver();
  const sent = () => under.receiver.requests.length;
  const trials: number[] = [];
  let before = sent();
  for (let minute = 1; minute <= 60; minute++) {
    await under.passMinutes(1);
    expect(sent() - before).toBeLessThanOrEqual(1);
    if (sent() > before) trials.push(minute);
    before = sent();
  }
  expect(trials).toEqual([1, 3, 7, 15, 30, 45, 60]);
});

test("when the trial is taken the others follow, and health is itself again", async () => {
  const id = await downWithTwenty();
  await under.deliver();
  under.receiver.clear();
  await under.passMinutes(3);
  expect(new Set(under.received()).size).toBe(20);
  expect(await healthOf(id)).toMatchObject({ status: "active", waiting: 0, held_until: null });
});

test("a receiver that answers refuses messages and is not down: no breaker opens", async () => {
  await under.watch({ ordered: false });
  under.receiver.scriptAlways("", text("no", 400));
  await under.find(...Array.from({ length: 20 }, (_, index) => `n${index}`));
  await under.deliver();
  expect(under.receiver.requests).toHaveLength(20);
});

test("ten thousand hosts are remembered; of one more, the first is forgotten", () => {
  const breakers = new ReceiverBreakers(new ManualClock());
  const urlOf = (host: number) => `https://h${host}.test/`;
  for (let failure = 0; failure < 5; failure++) breakers.fail("a", urlOf(0));
  for (let host = 1; host < 10_000; host++) breakers.fail("a", urlOf(host));
  expect(breakers.waitMs("a", urlOf(0))).toBe(60_000);
  breakers.fail("a", urlOf(10_000));
  expect(breakers.waitMs("a", urlOf(0))).toBe(0);
});

test("each tenant and each host has a breaker of its own", () => {
  const clock = new ManualClock();
  const breakers = new ReceiverBreakers(clock);
  for (let failure = 0; failure < 5; failure++) breakers.fail("a", "https://one.test/x");
  expect(breakers.waitMs("a", "https://one.test/y")).toBe(60_000);
  expect(breakers.waitMs("a", "https://two.test/")).toBe(0);
  expect(breakers.waitMs("b", "https://one.test/x")).toBe(0);
  clock.advance(60_000);
  expect(breakers.waitMs("a", "https://one.test/x")).toBe(0);
  expect(breakers.waitMs("a", "https://one.test/x")).toBe(30_000);
  breakers.close("a", "https://one.test/x");
  expect(breakers.waitMs("a", "https://one.test/x")).toBe(0);
});

describe("order", () => {
  const statuses = async (id: string) => (await under.list(id)).map(({ status }) => status).toReversed();

  describe("a watch in order, as it is by default,", () => {
    test.each([
      ["does not answer in time", hangBeforeHeaders(), 15_000],
      ["answers 502", text("bad gateway", 502), 0],
      ["answers 503", text("down", 503), 0],
      ["answers 504", text("too late", 504), 0],
      ["answers 429", text("busy", 429), 0],
    ])(
      "keeps the order while its receiver %s: nothing overtakes the first",
      async (_what, reply, silentMs) => {
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
      },
    );

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
});

describe("rewrap signing secrets", () => {
  test("a watch whose secret does not open is named, and the others are sealed anew", async () => {
    const { tenantId } = under.caller;
    const { watchStore: store, dataKeyRotation } = under.service;
    const broken = await under.watch();
    await under.watch({ ordered: false });
    const { record } = (await store.get(tenantId, broken)) ?? expect.fail("no watch");
    if (!record.delivery) expect.fail("no receiver");
    const secrets = record.delivery.secrets.map((secret) => ({
      ...secret,
      cipher: `${secret.cipher.slice(0, -4)}AAAA`,
    }));
    const delivery = { ...record.delivery, secrets };
    await store.update({ ...record, delivery, version: record.version + 1 }, record);
    await dataKeyRotation.rotate(tenantId);
    const progress = await dataKeyRotation.rewrap(tenantId, undefined);
    expect(progress).toMatchObject({ seen: 2, rewrapped: 1, unreadableWatches: [broken] });
  });
});
