import {
  hangBeforeHeaders,
  json,
  redirect,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { startDeliveriesUnderTest } from "./deliveries-under-test.ts";

let id: string;

const under = startedForEach(startDeliveriesUnderTest);

beforeEach(async () => {
  id = await under.watch();
});

const health = async () => (await under.service.watches.get(under.caller.tenantId, id)).health.delivery;
const times = () => under.receiver.requests.map(({ headers }) => Number(headers["webhook-timestamp"]));

test("a receiver that is down for a day is tried eight times with one id, and then the event is a dead letter", async () => {
  under.receiver.scriptAlways("", text("down", 503));
  await under.find("one");
  await under.deliver();
  await under.passMinutes(24 * 60);
  const [first = 0] = times();
  const minutes = times().map((time) => Math.round((time - first) / 60));
  expect(minutes).toEqual([0, 1, 6, 21, 81, 261, 621, 1341]);
  expect(new Set(under.receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(await under.list(id)).toMatchObject([
    { status: "dead", tries: 8, next_try_at: null, attempts: Array(8).fill({ status: 503 }) },
  ]);
  expect(await health()).toMatchObject({
    status: "failing",
    waiting: 0,
    dead: 1,
    last_error: { status: 503 },
  });
});

test("what a receiver missed while it was down is sent again when it asks for it, and only that", async () => {
  await under.find("taken");
  await under.deliver();
  const since = new Date(under.clock.now()).toISOString();
  under.receiver.scriptAlways("", text("down", 500));
  await under.find("one", "two");
  await under.deliver();
  await under.passMinutes(24 * 60, 10);
  expect((await under.list(id)).map(({ status }) => status)).toEqual(["dead", "dead", "delivered"]);
  under.receiver.clear();
  const { deliveries } = under.service;
  const range = { since, which: "missed" } as const;
  expect(await deliveries.replayRange(under.caller.tenantId, id, range)).toEqual({ queued: 2, next: null });
  await under.deliver();
  expect(under.received()).toEqual(["one", "two"]);
  expect((await under.list(id)).map(({ status }) => status)).toEqual(Array(3).fill("delivered"));
  expect(await health()).toMatchObject({ status: "active", waiting: 0, dead: 0, last_error: null });
});

test("a receiver that answers 500 and then 200 has the event a minute later", async () => {
  under.receiver.script("", text("oops", 500));
  await under.find("one");
  await under.deliver();
  expect(await under.list(id)).toMatchObject([
    {
      status: "waiting",
      tries: 1,
      next_try_at: new Date(under.clock.now() + 60_000).toISOString(),
      attempts: [{ status: 500, error_code: "transient" }],
    },
  ]);
  expect(await health()).toMatchObject({ status: "failing", waiting: 1 });
  await under.deliver();
  expect(under.received()).toEqual(["one"]);
  await under.passMinutes(1);
  await under.passMinutes(60);
  expect(under.received()).toEqual(["one", "one"]);
  expect(await under.list(id)).toMatchObject([{ status: "delivered", tries: 2 }]);
});

test("one event that its receiver cannot take holds up no other", async () => {
  under.receiver.scriptAlways((request) => request.text.includes("poison"), text("oops", 500));
  await under.find("poison", "two", "three");
  await under.deliver();
  expect((await under.list(id)).map(({ status }) => status)).toEqual(["delivered", "delivered", "waiting"]);
});

test("a receiver that does not answer is given up after 15 s, and tried again", async () => {
  under.receiver.script("", hangBeforeHeaders());
  await under.find("one");
  const delivering = under.deliver();
  await under.receiver.waitForRequests(1);
  await new Promise(setImmediate);
  under.clock.advance(15_000);
  await delivering;
  expect(await under.list(id)).toMatchObject([
    { status: "waiting", tries: 1, attempts: [{ status: null, error_code: "transient" }] },
  ]);
  await under.passMinutes(1);
  expect(await under.list(id)).toMatchObject([{ status: "delivered", tries: 2 }]);
});

test("a receiver that cuts the connection has it again with the same id", async () => {
  under.receiver.script("", resetAfterReading());
  await under.find("one");
  await under.deliver();
  await under.passMinutes(1);
  const ids = under.receiver.requests.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test("a 304 is a failed try, and no redirect", async () => {
  under.receiver.script("", text("", 304));
  await under.find("one");
  await under.deliver();
  const [delivery] = await under.list(id);
  expect(delivery).toMatchObject({ status: "waiting", attempts: [{ status: 304 }] });
  expect(delivery?.attempts[0]?.message).not.toContain("redirect");
});

describe("a redirect", () => {
  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://127.0.0.1:1/",
    "https://example.com/elsewhere",
  ])("to %s is not followed, and counts as a failed try", async (location) => {
    under.receiver.script("", redirect(location, 307));
    await under.find("one");
    await under.deliver();
    expect(under.receiver.requests).toHaveLength(1);
    const [delivery] = await under.list(id);
    expect(delivery).toMatchObject({ status: "waiting", attempts: [{ status: 307 }] });
    expect(delivery?.attempts[0]?.message).toContain("redirects are not followed");
    await under.passMinutes(1);
    expect(under.received()).toEqual(["one", "one"]);
  });
});

test("a receiver that is gone (410) receives nothing more until it is named anew", async () => {
  under.receiver.script("", text("gone", 410));
  await under.find("one", "two");
  await under.deliver();
  await under.find("three");
  await under.passMinutes(60);
  expect(under.received()).toEqual(["one"]);
  expect(await health()).toMatchObject({ status: "stopped", dead: 2 });
  const { watches, deliveries } = under.service;
  const { tenantId } = under.caller;
  await expect(deliveries.replay(tenantId, id, 1)).rejects.toThrow("responded that it is gone");
  const view = await watches.change(tenantId, id, { deliverTo: new URL(`${under.receiver.url}/new`) });
  expect(view.health.delivery?.status).not.toBe("stopped");
  await deliveries.replayRange(tenantId, id, { since: view.created_at, which: "missed" });
  await under.deliver();
  expect(under.received()).toEqual(["one", "one", "two", "three"]);
});

test("a receiver that is gone is remembered though its watch was changed at that moment", async () => {
  under.receiver.script("", async () => {
    await under.service.deliveries.rotateSecret(under.caller.tenantId, id);
    return text("gone", 410);
  });
  await under.find("one");
  await under.deliver();
  expect(await health()).toMatchObject({ status: "stopped" });
});

test("a receiver that is gone is not mistaken for one that was named at that moment", async () => {
  under.receiver.script("", async () => {
    const deliverTo = new URL(`${under.receiver.url}/new`);
    await under.service.watches.change(under.caller.tenantId, id, { deliverTo });
    return text("gone", 410);
  });
  await under.find("one", "two");
  await under.deliver();
  expect(under.receiver.requests.map(({ path }) => path)).toEqual(["/hook", "/new"]);
  expect((await health())?.status).not.toBe("stopped");
});

test("a receiver that asks for a week is tried again after a day", async () => {
  under.receiver.script("", text("busy", 503, { "retry-after": String(7 * 24 * 3600) }));
  await under.find("one");
  const tried = under.clock.now();
  await under.deliver();
  expect(await under.list(id)).toMatchObject([
    { status: "waiting", next_try_at: new Date(tried + 24 * 3600 * 1000).toISOString() },
  ]);
});

test("the newest ten attempts of a delivery are kept", async () => {
  under.receiver.scriptAlways("", text("down", 503));
  await under.find("one");
  await under.deliver();
  await under.passMinutes(24 * 60, 10);
  expect(await under.list(id)).toMatchObject([{ status: "dead", sequence: 1 }]);
  under.receiver.clear();
  under.receiver.scriptAlways("", text("gone wrong", 500));
  await under.service.deliveries.replay(under.caller.tenantId, id, 1);
  await under.deliver();
  await under.passMinutes(90);
  const [{ attempts = [] } = {}] = await under.list(id);
  expect(attempts.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 500, 500, 500, 500, 500]);
});

test("a receiver that asks for a longer wait gets it", async () => {
  under.receiver.script("", text("busy", 429, { "retry-after": "600" }));
  await under.find("one");
  await under.deliver();
  await under.passMinutes(9);
  expect(under.receiver.requests).toHaveLength(1);
  await under.passMinutes(1);
  expect(under.receiver.requests).toHaveLength(2);
});

test("any answer of the 200s is a receipt, whatever it says", async () => {
  under.receiver.script("", json({ error: "no" }, 299), text("x".repeat(1_000_000), 202));
  await under.find("one", "two");
  await under.deliver();
  expect((await under.list(id)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
});

test("a delivery cut short by the worker's end does not count as a try", async () => {
  under.receiver.script("", hangBeforeHeaders());
  await under.find("one");
  const ending = new AbortController();
  const [batch] = await under.due();
  if (!batch) expect.fail("nothing is due");
  const delivering = under.service.deliverer.deliver(batch, ending.signal);
  await under.receiver.waitForRequests(1);
  ending.abort();
  await delivering.catch(() => undefined);
  expect(await under.list(id)).toMatchObject([{ status: "waiting", tries: 0, attempts: [] }]);
  await under.deliver();
  expect(await under.list(id)).toMatchObject([{ status: "delivered", tries: 1 }]);
});
