import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalServer } from "@plumbline/local";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { plumbline, printedJson } from "./fake-terminal.ts";

let place: string;
let DATA_DIR: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "plumbline-restore-"));
  DATA_DIR = join(place, "data");
});
afterEach(() => rm(place, { recursive: true }));

const run = (...args: string[]) => plumbline(args, { environment: { DATA_DIR } });

/** Has the service run while `work` is done. */
async function serving<Answer>(work: (url: string) => Promise<Answer>): Promise<Answer> {
  const server = await startLocalServer({ DATA_DIR, PORT: "0" }, { logSink: () => undefined });
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

const statusOf = async (url: string, key: string) => {
  const { status } = await fetch(`${url}/api/v1/tools`, { headers: { authorization: `Bearer ${key}` } });
  return status;
};

test("a backup that is put back brings no revoked key and no deleted tenant with it", async () => {
  const backup = join(place, "backup.db");
  const made = await serving(async (url) => {
    const tenant = printedJson(await run("tenant", "create", "erased", "--json"));
    const key = printedJson(await run("key", "create", "local", "revoked", "--json"));
    const stays = printedJson(await run("key", "create", "local", "stays", "--json"));
    expect((await run("backup", backup)).code).toBe(0);
    await run("key", "revoke", "local", String(key.key_id));
    await run("tenant", "delete", String(tenant.tenant_id), "--yes");
    const keys = { stays: String(stays.api_key), ended: [String(key.api_key), String(tenant.api_key)] };
    expect(await Promise.all(keys.ended.map((one) => statusOf(url, one)))).toEqual([401, 401]);
    return keys;
  });
  const restored = await run("restore", backup);
  expect([restored.code, restored.err, restored.out]).toEqual([
    0,
    "",
    expect.stringContaining("erased again: 1 tenants"),
  ]);
  await serving(async (url) => {
    expect(await Promise.all(made.ended.map((one) => statusOf(url, one)))).toEqual([401, 401]);
    expect(await statusOf(url, made.stays)).toBe(200);
  });
});

test("a store that was put back takes reads and writes at the same time", async () => {
  const backup = join(place, "backup.db");
  await serving(() => run("backup", backup));
  await run("restore", backup);
  await serving(async () => undefined);
  const database = new Database(join(DATA_DIR, "store.db"));
  expect(database.prepare("PRAGMA journal_mode").raw().all()).toEqual([["wal"]]);
  database.close();
});

test("a restore names a file, or the stages", async () => {
  for (const words of [[], ["--stage", "prod"], ["f.db", "--stage", "prod"], ["--from", "A", "--stage", "b"]])
    expect((await run("restore", ...words)).code).toBe(2);
});
