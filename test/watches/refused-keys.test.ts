import { KeyServiceBusyError, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { succeeded } from "../adapters/adapter-under-test.ts";
import { type DeliveriesUnderTest, startDeliveriesUnderTest } from "./delivery/deliveries-under-test.ts";

let under: DeliveriesUnderTest;
/** Errors of the key service for the keys of a tenant, by tenant id. */
let refusals: Map<string, Error>;
/**
 * A watch on the feed that stands in the same slot as one of the first tenant's, so that one batch polls
 * both.
 */
let neighbour: { tenantId: string; watchId: string };
let id: string;

beforeEach(async () => {
  refusals = new Map();
  const refuse = (tenantId: string) => {
    const refusal = refusals.get(tenantId);
    if (refusal) throw refusal;
  };
  under = await startDeliveriesUnderTest({
    wrapKeyService: (keys) => ({
      async generateDataKey(context) {
        refuse(context.tenant_id);
        return keys.generateDataKey(context);
      },
      async unwrapDataKey(wrapped, context) {
        refuse(context.tenant_id);
        return keys.unwrapDataKey(wrapped, context);
      },
    }),
  });
  id = await under.watch({ deliver_to: undefined });
  neighbour = await neighbourOf(id);
});

afterEach(() => under.close());

async function neighbourOf(watchId: string): Promise<typeof neighbour> {
  const { dispatcher, watchStore } = under.service;
  const first = await watchStore.get(under.caller.tenantId, watchId);
  if (first?.record.source.type !== "feed") expect.fail("no watch on a feed");
  const args = { url: first.record.source.url, interval_minutes: 1 };
  for (let tries = 0; tries < 100; tries++) {
    const { caller } = await under.createTenant("neighbour");
    const begun = succeeded(await dispatcher.call(caller, "rss_subscribe", args));
    const { watch_id } = begun.result as { watch_id: string };
    const watch = await watchStore.get(caller.tenantId, watch_id);
    if (watch?.record.slot === first.record.slot) return { tenantId: caller.tenantId, watchId: watch_id };
  }
  return expect.fail("no tenant fell into the slot");
}

/** A tenant's unwrapped data key is kept for five minutes. */
async function forgetKeys(): Promise<void> {
  await under.find("before");
  await under.watches.pass(6);
}

const neighbourView = () => under.service.watches.get(neighbour.tenantId, neighbour.watchId);
const neighbourEvents = async () =>
  (await under.service.watches.listEvents(neighbour.tenantId, neighbour.watchId, { limit: 100 })).items;

test("a tenant whose key is refused has a failing watch, and nobody else has", async () => {
  await forgetKeys();
  refusals.set(
    under.caller.tenantId,
    new KeyUnavailableError("The key service refuses it: DisabledException."),
  );
  await under.find("one");
  await under.watches.pass(9);
  const batches = under.watches.sent.map(({ entries }) => entries.map(({ watchId }) => watchId));
  expect(batches.findLast((batch) => batch.includes(id))).toContain(neighbour.watchId);
  expect((await neighbourView()).health).toMatchObject({ status: "active", lag_seconds: 0 });
  expect(await neighbourEvents()).toHaveLength(2);
  expect((await under.watches.view(id)).health).toMatchObject({
    status: "needs_reconnect",
    // At the first minute, and 1, 2 and 4 minutes after the try before.
    consecutive_failures: 4,
    last_error: {
      error_code: "authentication",
      message: "The tenant's data key cannot be used. The key service refuses it: DisabledException.",
      next_step: expect.stringContaining("use the key again"),
    },
  });
  expect(under.logged.filter(({ event }) => event === "watch_not_sealed")).toEqual(
    Array(4).fill(
      expect.objectContaining({ tenant_id: under.caller.tenantId, error_name: "KeyUnavailableError" }),
    ),
  );
});

test("what was not sealed is found once the key may be used again, with nothing missing and nothing twice", async () => {
  await forgetKeys();
  refusals.set(under.caller.tenantId, new KeyUnavailableError("disabled"));
  await under.find("one");
  await under.find("two");
  refusals.clear();
  await under.watches.pass(10);
  const events = await under.watches.events(id);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect(await under.watches.found(id)).toEqual(["before", "one", "two"]);
  expect((await under.watches.view(id)).health).toMatchObject({ status: "active", last_error: null });
});

test("a feed that brings nothing new needs no key", async () => {
  await forgetKeys();
  refusals.set(under.caller.tenantId, new KeyUnavailableError("disabled"));
  await under.watches.pass(3);
  expect((await under.watches.view(id)).health).toMatchObject({ status: "active", lag_seconds: 0 });
});

test("while the key service is busy the batch comes again, and no failure is counted", async () => {
  await forgetKeys();
  refusals.set(under.caller.tenantId, new KeyServiceBusyError("throttled"));
  await expect(under.find("one")).rejects.toThrow(KeyServiceBusyError);
  expect(await neighbourEvents()).toHaveLength(2);
  refusals.clear();
  await under.watches.tick();
  expect(await under.watches.found(id)).toEqual(["before", "one"]);
  expect((await under.watches.view(id)).health).toMatchObject({ status: "active", consecutive_failures: 0 });
});
