import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { API_KEYS, TENANTS } from "@plumbline/core/access/access-records.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { CREDENTIALS } from "@plumbline/core/credentials/credential-store.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { checkStore } from "@plumbline/local/store/backup-store.ts";
import { WATCH_STATES, WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "../../../packages/local/store/open-store.ts";
import type { SqliteStore } from "../../../packages/local/store/sqlite-store.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import { LAST_VERSION, listTables, SCHEMA_VERSION } from "../../../packages/local/store/tables.ts";
import { sampleCredential, sampleKey, sampleTenant } from "../../aws/dynamodb/sample-records.ts";
import { sampleEvent, sampleWatch } from "../../aws/dynamodb/watch-samples.ts";
import { allRecords } from "../../support/all-records.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const clock = new ManualClock();
let logged: string[];
const logger = createLogger((line) => logged.push(line), clock, "warn");
let place: string;
let folder: string;
beforeEach(() => {
  logged = [];
  place = mkdtempSync(join(tmpdir(), "plumbline-store-"));
  folder = join(place, "data");
  mkdirSync(folder, { mode: 0o700 });
});
afterEach(() => rmSync(place, { recursive: true }));

const file = (name = "store.db", of = folder) => join(of, name);

/** Fills a store past the checks, so that it holds these records and none about them. */
async function fill(store: SqliteStore, from = 0, to = 60): Promise<void> {
  const { records, watchEvents } = sqliteStores(store);
  if (from === 0) {
    await records.insert(TENANTS, sampleTenant("t"));
    await records.insert(API_KEYS, sampleKey("t", "first"));
  }
  for (let number = from; number < to; number++) {
    const { record, state } = sampleWatch({ id: `w${number}`, slot_position: `${number}` });
    await records.insert(
      CREDENTIALS,
      sampleCredential({ id: `c${number}`, tenant_id: "t", label: `l${number}` }),
    );
    await records.insert(WATCHES, record);
    await records.insert(WATCH_STATES, state);
    await watchEvents.putEvent(sampleEvent(number + 1));
  }
}

/** Changes the file behind the store's back. */
function change(sql: string): void {
  const database = new Database(file());
  database.exec(sql);
  database.close();
}

/** Fills a store and copies its folder as a kill would leave it: the last commits are in the log alone. */
async function killed(): Promise<string> {
  const { store, close } = await openStore(folder, logger);
  await fill(store);
  const copy = join(place, "killed");
  cpSync(folder, copy, { recursive: true });
  await close();
  return copy;
}

/** Opens a folder and reads all of it. Returns the records, or the words of a refusal. */
async function read(of: string): Promise<unknown[] | string> {
  try {
    const { store, close } = await openStore(of, logger);
    try {
      return allRecords(store);
    } catch (error) {
      return `${(error as { code?: string }).code}: ${(error as Error).message}`;
    } finally {
      await close();
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.message;
  }
}

describe("a store", () => {
  it("keeps everything, and says whether it held anything", async () => {
    const first = await openStore(folder, logger);
    expect(first.hadRecords).toBe(false);
    await fill(first.store);
    const before = allRecords(first.store);
    await first.close();
    const second = await openStore(folder, logger);
    expect(second.hadRecords).toBe(true);
    expect(allRecords(second.store)).toEqual(before);
    await second.close();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(file("store.db-wal")).size, "the log is empty").toBe(0);
    expect(logged).toEqual([]);
  });

  it("waits for the disk once for many writers", async () => {
    const { store, close } = await openStore(folder, logger);
    const { credentials } = checkedStores(sqliteStores(store), clock);
    const commits = () => Number(readFileSync(file("store.mark"), "latin1").slice(0, 16));
    const before = commits();
    const records = Array.from({ length: 64 }, (_, index) =>
      sampleCredential({ id: `${index}`, tenant_id: "t", label: `${index}` }),
    );
    await Promise.all(records.map((record) => credentials.create(record)));
    expect(commits() - before).toBeLessThan(8);
    await close();
  });

  it("asks SQLite to wait for the disk at every commit", () => {
    const worker = readFileSync(
      new URL("../../../packages/local/store/commit-worker.js", import.meta.url),
      "utf8",
    );
    expect(worker).toContain("PRAGMA synchronous = FULL");
  });
});

describe("what was acknowledged before a kill", () => {
  it("is there at the next start", async () => {
    const copy = await killed();
    const whole = await read(folder);
    expect(await read(copy)).toEqual(whole);
    expect(whole).toHaveLength(1 + 1 + 60 * 4);
  });

  it.each([
    ["its log is missing", (copy: string) => rmSync(file("store.db-wal", copy))],
    [
      "its log was cut short",
      (copy: string) =>
        truncateSync(file("store.db-wal", copy), statSync(file("store.db-wal", copy)).size / 2),
    ],
  ])("is missed when %s", async (_name, damage) => {
    const copy = await killed();
    damage(copy);
    expect(await read(copy)).toMatch(
      /store\.db is corrupt: .*Restore it from a backup: npx --no plumbline restore FILE/,
    );
  });
});

describe("a start is refused", () => {
  /** The folder of a store that was closed. */
  beforeEach(async () => {
    const { store, close } = await openStore(folder, logger);
    await fill(store);
    await close();
    // Elsewhere, as this process has the first one open still.
    const closed = join(place, "closed");
    cpSync(folder, closed, { recursive: true });
    folder = closed;
  });

  it.each<[string, () => void, RegExp]>([
    ["half the file is gone", () => truncateSync(file(), statSync(file()).size / 2), /is corrupt: /],
    ["the file holds something else", () => writeFileSync(file(), "x".repeat(8_192)), /is corrupt: /],
    [
      "a later version wrote it",
      () => change("PRAGMA user_version = 99"),
      /it was written by a later version of Plumbline/,
    ],
    [
      "a version before the last release wrote it",
      () => change(`PRAGMA user_version = ${LAST_VERSION - 1}`),
      /open it with the previous release first/,
    ],
    ["a table is missing", () => change("DROP TABLE ticks"), /its tables do not match/],
  ])("when %s", async (_name, damage, words) => {
    damage();
    expect(await read(folder)).toMatch(words);
  });

  it.each(["missing", "empty"])("when the store is %s beside keys of an earlier start", async (how) => {
    writeFileSync(file("dev-api-key"), "plk_", { mode: 0o600 });
    if (how === "missing") rmSync(file());
    else truncateSync(file());
    expect(await read(folder)).toMatch(
      /is missing or empty, but dev-api-key next to it exists from an earlier start/,
    );
  });
});

it("a store of the last release gets the tables that came since, and keeps its records", async () => {
  const { store, close } = await openStore(folder, logger);
  await fill(store);
  const before = allRecords(store);
  await close();
  const last = listTables(LAST_VERSION);
  const since = listTables(SCHEMA_VERSION).filter((table) => !last.includes(table));
  change(`${since.map(({ name }) => `DROP TABLE ${name}; `).join("")}PRAGMA user_version = ${LAST_VERSION}`);
  expect(checkStore(folder).problems).toEqual([]);
  expect(await read(folder)).toEqual(before);
  const report = checkStore(folder);
  expect(report.problems).toEqual([]);
  expect(since.length).toBeGreaterThan(0);
  expect(report.counts).toMatchObject(Object.fromEntries(since.map(({ name }) => [name, 0])));
});

it("a mark that is missing is made anew, with a warning", async () => {
  const { store, close } = await openStore(folder, logger);
  await fill(store, 0, 1);
  await close();
  rmSync(file("store.mark"));
  await (await openStore(folder, logger)).close();
  expect(logged.join()).toContain("store_mark_missing");
  expect(existsSync(file("store.mark"))).toBe(true);
});

it("a damaged record is named when it is read, and the others are as they were", async () => {
  const { store, close } = await openStore(folder, logger);
  await fill(store, 0, 3);
  const { credentials } = checkedStores(sqliteStores(store), clock);
  change("UPDATE credentials SET body = replace(body, 'chat:write', 'chat:wrote') WHERE id = 'c1'");
  await expect(credentials.get("t", "c1")).rejects.toMatchObject({ code: "store_damaged", status: 500 });
  await expect(credentials.noteUse("t", "c1", { last_error: null })).rejects.toMatchObject({
    code: "store_damaged",
  });
  expect(logged.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: "error", event: "store_damaged", table: "credentials" }),
  );
  expect(await credentials.get("t", "c2")).toBeDefined();
  await close();
});

/** `FLIPS=300 npx vitest run test/local/store/open-store.test.ts` for more. */
const FLIPS = Number(process.env.FLIPS ?? 40);

it(`a flipped byte is named or does no harm, at ${FLIPS} places of the file and of its log`, async () => {
  const copy = await killed();
  const whole = await read(folder);
  const random = seededRandom("flips");
  let named = 0;
  for (let round = 0; round < FLIPS; round++) {
    const [of, name] = round % 2 === 0 ? [folder, "store.db"] : [copy, "store.db-wal"];
    const flipped = join(place, `flipped-${round}`);
    cpSync(of, flipped, { recursive: true });
    const bytes = readFileSync(file(name, flipped));
    const at = Math.floor(random.fraction() * bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random.fraction() * 8)), at);
    writeFileSync(file(name, flipped), bytes);
    const found = await read(flipped);
    if (typeof found === "string") named += 1;
    else expect(found, `byte ${at} of ${name}`).toEqual(whole);
    rmSync(flipped, { recursive: true });
  }
  expect(named).toBeGreaterThan(FLIPS / 10);
}, 600_000);
