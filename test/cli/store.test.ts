import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { IDEMPOTENT_CALLS } from "@plumbline/core/dispatch/idempotency/idempotency-record.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { prepareDataFolder } from "@plumbline/local/store/data-folder.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";
import { sampleCredential, sampleKey, sampleTenant } from "../aws/dynamodb/sample-records.ts";
import { sampleEvent, sampleState, sampleWatch } from "../aws/dynamodb/watch-samples.ts";
import { allRecords } from "../support/all-records.ts";
import { checkedStores, type TestStores } from "../support/entity-stores.ts";
import { plumbline } from "./fake-terminal.ts";

const clock = new ManualClock("2026-01-01T00:00:00.000Z");
const logger = createLogger(() => undefined, clock, "error");

let place: string;
let DATA_DIR: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "plumbline-cli-"));
  DATA_DIR = join(place, "data");
});
afterEach(() => rmSync(place, { recursive: true }));

const run = (...args: string[]) => plumbline(args, { environment: { DATA_DIR }, clock });
const backup = () => join(place, "backup.db");

/** Writes a little of everything. */
async function fill({ access, credentials, dataKeys, opened, watches }: TestStores): Promise<void> {
  await access.createTenant(sampleTenant("t"), sampleKey("t", "first"));
  await access.putKey(sampleKey(null, "operator"));
  await credentials.create(sampleCredential({ id: "c1", tenant_id: "t", label: "Team" }));
  await dataKeys.putIfAbsent({
    tenant_id: "t",
    version: 1,
    wrapped: "w",
    created_at: "2026-01-01T00:00:00.000Z",
  });
  await opened.records.insert(IDEMPOTENT_CALLS, {
    tenant_id: "t",
    id: "i",
    revision: "r",
    fingerprint_cipher: "f",
    provider_key: "p",
    in_flight_until: "2026-01-01T00:05:00.000Z",
    result_cipher: null,
    expires_at: "2026-01-02T00:00:00.000Z",
  });
  const watch = sampleWatch({ subscription: "k" });
  await watches.claimSubscription("t", "k", "w1");
  await watches.create(watch);
  await watches.putState(sampleState({ fence: 1, next_sequence: 3 }));
  const due_at = "2026-01-01T00:00:00.000Z";
  const delivery = { version: 1, status: "waiting", tries: 0, due_at, attempts: [] } as const;
  await watches.putEvent({ ...sampleEvent(1), delivery });
  await watches.putEvent(sampleEvent(2));
  const at = "2026-01-01T00:01:00.000Z";
  await watches.putHeartbeat({ slot: "feed#5#3#0", from: "0", to: "f", read_at: at, polled_at: at });
  await watches.moveTick("feed", 100);
}

async function fillStore() {
  prepareDataFolder(DATA_DIR);
  const { store, close } = await openStore(DATA_DIR, logger);
  await fill(checkedStores(sqliteStores(store), clock));
  const records = allRecords(store);
  await close();
  return records;
}

async function recordsOf(folder: string) {
  const { store, close } = await openStore(folder, logger);
  const records = allRecords(store);
  await close();
  return records;
}

describe("backup and restore", () => {
  test("copy a store that is in use, and put the copy in the place of a later one, which is kept", async () => {
    const before = await fillStore();
    const { store, close } = await openStore(DATA_DIR, logger);
    expect(await run("backup", backup())).toMatchObject({
      code: 0,
      out: expect.stringContaining("master-key"),
    });
    await checkedStores(sqliteStores(store), clock).credentials.create(
      sampleCredential({ id: "late", tenant_id: "t", label: "late" }),
    );
    await expect(run("restore", backup())).resolves.toMatchObject({
      code: 1,
      err: expect.stringContaining("in use"),
    });
    await close();
    expect(await run("backup", backup())).toMatchObject({
      code: 1,
      err: expect.stringContaining("already exists"),
    });
    const restored = await run("restore", backup());
    expect(restored).toMatchObject({ code: 0, err: "" });
    const kept = /kept as (\S+)\.\n/.exec(restored.out)?.[1] ?? "";
    expect(existsSync(kept)).toBe(true);
    expect(await recordsOf(DATA_DIR)).toEqual(before);
  });

  test("refuse a damaged file, and nothing is changed", async () => {
    const before = await fillStore();
    await run("backup", backup());
    const bytes = readFileSync(backup());
    bytes.fill(0x55, bytes.indexOf("chat:write"), bytes.indexOf("chat:write") + 4);
    writeFileSync(backup(), bytes);
    expect(await run("restore", backup())).toMatchObject({
      code: 1,
      err: expect.stringMatching(/backup\.db is corrupt: a record of credentials is corrupt: t c1/),
    });
    expect(await run("restore", join(place, "none"))).toMatchObject({ code: 1 });
    expect(await recordsOf(DATA_DIR)).toEqual(before);
  });
});

test("check counts what is there and names what is damaged", async () => {
  expect(await run("check")).toMatchObject({ code: 1, err: expect.stringContaining("There is no store") });
  await fillStore();
  const whole = await run("check");
  expect(whole).toMatchObject({
    code: 0,
    out: expect.stringMatching(/ 2 watch_events\n(.*\n)*The store is intact/),
  });
});
