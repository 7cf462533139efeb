import { text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ReceiverBreakers } from "../../../packages/watches/delivery/receiver-breakers.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { type DeliveriesUnderTest, startDeliveriesUnderTest } from "./deliveries-under-test.ts";

let under: DeliveriesUnderTest;

beforeEach(async () => {
  under = await startDeliveriesUnderTest();
});

afterEach(() => under.close());

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
