import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTableInput } from "@plumbline/aws/dynamodb/table.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { EMBEDDED_TABLE, openEmbeddedStore } from "@plumbline/local/store/embedded-store.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const { create } = createRequire(import.meta.url)("dynalite/db") as typeof import("dynalite/db");

const ITEM = { pk: "a", sk: "b", text: "Łódź", number: 1.5, list: [1, null, { deep: true }] };

describe("openEmbeddedStore", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-store-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("keeps nothing in memory from one to the next", async () => {
    for (let round = 0; round < 2; round++) {
      const store = await openEmbeddedStore();
      const table = new TableClient(store.client, EMBEDDED_TABLE);
      expect(store.hadItems).toBe(false);
      expect(await table.get(ITEM)).toBeUndefined();
      await table.put(ITEM);
      expect(await table.get(ITEM)).toEqual(ITEM);
      await store.close();
    }
  });

  it("keeps everything in a folder, and says whether it held anything", async () => {
    const first = await openEmbeddedStore({ path: folder });
    expect(first.hadItems).toBe(false);
    const writes = Array.from({ length: 50 }, (_, index) =>
      new TableClient(first.client, EMBEDDED_TABLE).put({ ...ITEM, sk: `b${index}` }),
    );
    await Promise.all(writes);
    await first.close();
    const second = await openEmbeddedStore({ path: folder });
    expect(second.hadItems).toBe(true);
    const table = new TableClient(second.client, EMBEDDED_TABLE);
    for (let index = 0; index < 50; index++)
      expect(await table.get({ pk: "a", sk: `b${index}` })).toBeDefined();
    await second.close();
  });

  it("refuses a second opener and leaves the first at work", async () => {
    const first = await openEmbeddedStore({ path: folder });
    await expect(openEmbeddedStore({ path: folder })).rejects.toThrow(ConfigurationError);
    await expect(openEmbeddedStore({ path: folder })).rejects.toThrow(
      /already in use by another Plumbline; stop it or set DATA_DIR/,
    );
    expect(await new TableClient(first.client, EMBEDDED_TABLE).put(ITEM)).toBe(true);
    await first.close();
  });

  it("refuses a path that cannot be a store", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    await expect(openEmbeddedStore({ path: file })).rejects.toThrow(/cannot be opened as a store/);
  });

  it("goes on after a start that was killed while it made the table", async () => {
    const killed = create({ path: folder });
    const half = { ...createTableInput(EMBEDDED_TABLE), TableStatus: "CREATING" };
    await new Promise((resolve) => killed.tableDb.put(EMBEDDED_TABLE, half, resolve));
    await killed.db.close();
    const store = await openEmbeddedStore({ path: folder });
    expect(store.hadItems).toBe(false);
    expect(await new TableClient(store.client, EMBEDDED_TABLE).put(ITEM)).toBe(true);
    await store.close();
  });

  it("answers in the process with DynamoDB's own errors", async () => {
    const store = await openEmbeddedStore();
    const elsewhere = new TableClient(store.client, "another-table");
    await expect(elsewhere.get(ITEM)).rejects.toMatchObject({
      name: "ServiceError",
      code: "unavailable",
      status: 503,
    });
    await expect(
      new TableClient(store.client, EMBEDDED_TABLE).get({ pk: "", sk: "b" }),
    ).rejects.toMatchObject({
      name: "ValidationException",
    });
    await store.close();
  });

  it("rejects a request when LevelDB fails, and the process goes on", async () => {
    const store = await openEmbeddedStore({ path: folder });
    const table = new TableClient(store.client, EMBEDDED_TABLE);
    await store.close();
    await expect(table.put(ITEM)).rejects.toMatchObject({ code: "unavailable" });
    await expect(table.get(ITEM)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("shows nothing of the SDK's notices on a user's terminal", () => {
    const script = `
      const { openEmbeddedStore } = await import("@plumbline/local/store/embedded-store.ts");
      await (await openEmbeddedStore()).close();
      console.log("done");`;
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "done\n", stderr: "" });
  });
});
