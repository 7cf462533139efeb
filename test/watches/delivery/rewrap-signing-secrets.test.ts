import { afterEach, beforeEach, expect, test } from "vitest";
import { type DeliveriesUnderTest, startDeliveriesUnderTest } from "./deliveries-under-test.ts";

let under: DeliveriesUnderTest;

beforeEach(async () => {
  under = await startDeliveriesUnderTest();
});

afterEach(() => under.close());

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
