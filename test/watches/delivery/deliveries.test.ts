import { KeyServiceBusyError } from "@plumbline/core/credentials/vault/key-service.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DeliveriesUnderTest, startDeliveriesUnderTest, verified } from "./deliveries-under-test.ts";

let under: DeliveriesUnderTest;
/** The service that keeps the keys does not respond. */
let locked = false;

beforeEach(async () => {
  locked = false;
  under = await startDeliveriesUnderTest({
    wrapKeyService: (keys) => ({
      generateDataKey: (context) => keys.generateDataKey(context),
      async unwrapDataKey(wrapped, context) {
        if (locked) throw new KeyServiceBusyError("no keys");
        return keys.unwrapDataKey(wrapped, context);
      },
    }),
  });
});

afterEach(() => under.close());

const rotate = async (id: string) =>
  (await under.service.deliveries.rotateSecret(under.caller.tenantId, id)).reveal();

describe("what is found", () => {
  test("is delivered once, in order, as a message of Standard Webhooks", async () => {
    const id = await under.watch();
    const secret = await rotate(id);
    await under.find("one", "two");
    await under.deliver();
    await under.passMinutes(5);
    expect(under.received()).toEqual(["one", "two"]);
    const events = await under.watches.events(id);
    for (const [index, request] of under.receiver.requests.entries()) {
      const { id: event, found_at, sequence, content } = events[index] ?? expect.fail("no such event");
      expect(request.path).toBe("/hook");
      expect(request.headers["content-type"]).toBe("application/json");
      expect(request.headers["webhook-id"]).toBe(event);
      const { type, ...found } = content;
      expect(verified(request, secret, under.clock.now())).toEqual({
        type,
        timestamp: found_at,
        data: { watch_id: id, sequence, ...found },
      });
    }
    expect(await under.list(id)).toMatchObject([
      { sequence: 2, status: "delivered", tries: 1, next_try_at: null, event_id: events[1]?.id },
      { sequence: 1, status: "delivered", tries: 1, attempts: [{ status: 200, error_code: null }] },
    ]);
  });

  test("by a beginning with `since` is delivered, too", async () => {
    under.publish("old");
    await under.watch({ since: "2020-01-01" });
    await under.deliver();
    expect(under.received()).toEqual(["old"]);
  });

  test("more than fifty at once comes with the minutes that follow", async () => {
    await under.watch();
    const titles = Array.from({ length: 60 }, (_, index) => `n${index}`);
    await under.find(...titles);
    await under.watches.pass(1);
    await under.deliver();
    expect(under.received()).toEqual(titles.slice(0, 50));
    await under.deliver();
    expect(under.received()).toEqual(titles);
  });

  test("by a poll that was cut off before its commit is not delivered until another has committed it", async () => {
    const id = await under.watch();
    const { watchStore: store } = under.service;
    const watch = (await store.get(under.caller.tenantId, id)) ?? expect.fail("no watch");
    const event = { tenant_id: under.caller.tenantId, watch_id: id, sequence: 1, fence: 2, id: "evt_1" };
    const found_at = new Date(under.clock.now()).toISOString();
    const delivery = { version: 1, status: "waiting", tries: 0, due_at: found_at, attempts: [] } as const;
    const expires_at = "2027-01-01T00:00:00.000Z";
    await store.putEvent({ ...event, found_at, expires_at, content_cipher: "", delivery });
    expect(watch.state.next_sequence).toBe(1);
    await under.passMinutes(3);
    expect(under.receiver.requests).toEqual([]);
    expect(await under.list(id)).toEqual([]);
    await under.passMinutes(60);
    expect(await under.due()).toEqual([]);
    await under.find("one");
    await under.deliver();
    expect(under.received()).toEqual(["one"]);
  });

  test("and does not open any more is a dead letter, and holds up nothing", async () => {
    const id = await under.watch();
    await under.find("one", "two");
    const { watchStore: store } = under.service;
    const event = await store.getEvent({ tenantId: under.caller.tenantId, watchId: id }, 1);
    if (!event?.delivery) expect.fail("nothing is on its way");
    const delivery = { ...event.delivery, version: 2 };
    await store.putDelivery({
      ...event,
      content_cipher: `${event.content_cipher.slice(0, -4)}AAAA`,
      delivery,
    });
    await under.deliver();
    expect(under.received()).toEqual(["two"]);
    expect((await under.list(id)).map(({ status }) => status)).toEqual(["delivered", "dead"]);
    await under.passMinutes(3);
    expect(under.logged.filter(({ event }) => event === "delivery_broken")).toHaveLength(1);
  });

  test("while the keys are out of reach loses no try", async () => {
    const id = await under.watch();
    await under.find("one");
    // The tenant's data key is kept for five minutes.
    under.clock.advance(6 * 60_000);
    locked = true;
    for (let minute = 0; minute < 10; minute++)
      await expect(under.deliver()).rejects.toThrow(KeyServiceBusyError);
    locked = false;
    await under.deliver();
    expect(await under.list(id)).toMatchObject([{ status: "delivered", tries: 1 }]);
  });

  test("is delivered by one of two workers that have the same batch", async () => {
    await under.watch();
    await under.find("one", "two");
    const [batch] = await under.due();
    if (!batch) expect.fail("nothing is due");
    const other = under.anotherProcess();
    await Promise.all([under.service.deliverer.deliver(batch), other.deliverer.deliver(batch)]);
    await under.service.deliverer.deliver(batch);
    expect(under.received().sort()).toEqual(["one", "two"]);
  });

  test("reaches nobody once the watch is deleted", async () => {
    const id = await under.watch();
    await under.find("one");
    const [batch] = await under.due();
    await under.service.watches.delete(under.caller.tenantId, id);
    if (batch) await under.service.deliverer.deliver(batch);
    expect(await under.due()).toEqual([]);
    expect(under.receiver.requests).toEqual([]);
  });
});

describe("the signing secret", () => {
  test("signs with the new and the old one for a day after it was rotated", async () => {
    const id = await under.watch();
    const [first, second] = [await rotate(id), await rotate(id)];
    const until = under.clock.now() + 24 * 60 * 60_000;
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await under.find("one");
    under.clock.advance(until - 1 - under.clock.now());
    await under.deliver();
    const [both] = under.receiver.requests;
    if (!both) expect.fail("nothing was delivered");
    for (const secret of [first, second])
      expect(verified(both, secret, under.clock.now())).toMatchObject({ type: "feed.item" });
    expect(both.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    under.clock.advance(1);
    await under.service.deliveries.replay(under.caller.tenantId, id, 1);
    await under.deliver();
    const [, alone] = under.receiver.requests;
    if (!alone) expect.fail("nothing was delivered");
    expect(verified(alone, second, under.clock.now())).toMatchObject({ type: "feed.item" });
    expect(() => verified(alone, first, under.clock.now())).toThrow("No matching signature found");
  });

  test("no third one signs", async () => {
    const id = await under.watch();
    const [first] = [await rotate(id), await rotate(id), await rotate(id)];
    await under.find("one");
    await under.deliver();
    const [request] = under.receiver.requests;
    if (!request) expect.fail("nothing was delivered");
    expect(() => verified(request, first, under.clock.now())).toThrow("No matching signature found");
  });

  test("stands nowhere in clear: not in the table, not in the log, not in what the owner reads", async () => {
    const id = await under.watch();
    const secret = await rotate(id);
    await under.find("one");
    await under.deliver();
    const { watches, deliveries } = under.service;
    const shown = JSON.stringify([
      await under.allItems(),
      under.logged,
      await watches.get(under.caller.tenantId, id),
      await deliveries.list(under.caller.tenantId, id, { limit: 10 }),
    ]);
    expect(shown).toContain(id);
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(secret.slice("whsec_".length));
  });
});

describe("where it goes", () => {
  const change = (id: string, deliverTo: string | null) =>
    under.service.watches.change(under.caller.tenantId, id, {
      deliverTo: deliverTo === null ? null : new URL(deliverTo),
    });

  test("can be changed, and ended; what was found meanwhile is missed, and can be replayed", async () => {
    const id = await under.watch({ deliver_to: undefined });
    const { deliveries } = under.service;
    const since = new Date(under.clock.now()).toISOString();
    await under.find("before");
    await under.deliver();
    expect(under.received()).toEqual([]);
    await expect(deliveries.rotateSecret(under.caller.tenantId, id)).rejects.toThrow("has no receiver");
    await change(id, `${under.receiver.url}/here`);
    await under.find("after");
    await under.deliver();
    expect(under.received()).toEqual(["after"]);
    expect(under.receiver.requests[0]?.path).toBe("/here");
    await deliveries.replayRange(under.caller.tenantId, id, { since, which: "missed" });
    await under.deliver();
    expect(under.received()).toEqual(["after", "before"]);
    await under.find("on its way");
    await change(id, null);
    await under.deliver();
    expect(under.received()).toHaveLength(2);
    expect((await under.list(id))[0]).toMatchObject({
      status: "dead",
      tries: 0,
      attempts: [{ error_code: "not_tried", message: "The watch no longer has a receiver." }],
    });
  });

  test("is not a private address, nor what is no URL of the web", async () => {
    for (const url of ["http://10.0.0.1/hook", "http://localhost:9/hook", "ftp://example.com/", "hook"]) {
      const refusal = await under.call("rss_subscribe", { url: "https://example.com/", deliver_to: url });
      expect(refusal).toMatchObject({ ok: false, error_code: "validation" });
      expect(JSON.stringify(refusal)).toContain("deliver_to must");
    }
  });
});
