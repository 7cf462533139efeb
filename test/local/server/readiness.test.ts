import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemRandom } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openMasterKey } from "../../../packages/local/keys/master-key.ts";
import { createReadiness, type ReadinessOptions } from "../../../packages/local/server/readiness.ts";
import { checkCanary } from "../../../packages/local/store/canary.ts";
import { type OpenStore, openStore } from "../../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import { sampleCredential, sampleKey, sampleTenant } from "../../aws/dynamodb/sample-records.ts";
import { sampleEvent } from "../../aws/dynamodb/watch-samples.ts";
import { checkedStores } from "../../support/entity-stores.ts";

const MINUTE = 60_000;

let dataDir: string;
let clock: ManualClock;
let opened: OpenStore;
let options: ReadinessOptions;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-ready-"));
  clock = new ManualClock("2026-01-01T00:00:00Z");
  opened = await openStore(
    dataDir,
    createLogger(() => undefined, clock, "error"),
  );
  const { store } = opened;
  const keys = openMasterKey({ dataDir, random: systemRandom, storeHasData: false });
  await checkCanary(store, keys, "local");
  const { watches: watchStore } = checkedStores(sqliteStores(store), clock);
  options = { store, keys, stage: "local", watchStore, clock, stopping: new AbortController() };
});

afterEach(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true });
});

test("a service whose clocks tick and whose deliveries are made is ready", async () => {
  const check = createReadiness(options);
  expect(await check()).toEqual([]);
  clock.advance(9 * MINUTE);
  expect(await check()).toEqual([]);
});

test("a damaged record that was read is named from then on", async () => {
  const { access, credentials } = checkedStores(sqliteStores(opened.store), clock);
  await access.createTenant(sampleTenant("t"), sampleKey("t", "first"));
  await credentials.create(sampleCredential({ id: "c1", tenant_id: "t", label: "l" }));
  const check = createReadiness(options);
  const behind = new Database(join(dataDir, "store.db"));
  behind.exec("UPDATE credentials SET body = replace(body, 'chat:write', 'chat:wrote')");
  behind.close();
  expect(await check()).toEqual([]);
  await expect(credentials.get("t", "c1")).rejects.toMatchObject({ code: "store_damaged" });
  const message = expect.stringContaining("table credentials is corrupt (store_damaged)");
  expect(await check()).toEqual([{ check: "store", message }]);
});

test("a master key that opens nothing is named", async () => {
  const unwrapDataKey = () => Promise.reject(new KeyUnavailableError("refused"));
  const check = createReadiness({ ...options, keys: { ...options.keys, unwrapDataKey } });
  expect(await check()).toEqual([{ check: "key", message: expect.stringContaining("master-key") }]);
});

test("a clock of watches that stands still is named, by its wheel", async () => {
  const check = createReadiness(options);
  clock.advance(11 * MINUTE);
  await options.watchStore.moveTick("inbox", Math.floor(clock.now() / MINUTE));
  expect(await check()).toEqual([{ check: "ticks", message: "No feed has been polled for 11 minutes." }]);
});

test("a delivery that has been due for an hour is named, and not what was missed before the start", async () => {
  const delivery = { version: 1, status: "waiting", tries: 0, attempts: [] } as const;
  const due_at = new Date(clock.now() - 24 * 60 * MINUTE).toISOString();
  await options.watchStore.putEvent({ ...sampleEvent(1), delivery: { ...delivery, due_at } });
  const check = createReadiness(options);
  expect(await check()).toEqual([]);
  clock.advance(61 * MINUTE);
  for (const wheel of ["feed", "inbox"])
    await options.watchStore.moveTick(wheel, Math.floor(clock.now() / MINUTE));
  const message = "A delivery has been due for 61 minutes.";
  expect(await check()).toEqual([{ check: "deliveries", message }]);
});

test("a service that stops is not ready", async () => {
  options.stopping.abort();
  expect(await createReadiness(options)()).toEqual([
    { check: "stopping", message: "The service is stopping." },
  ]);
});
