import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KeyContext, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMasterKey } from "../../../packages/local/keys/master-key.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const CONTEXT: KeyContext = { tenant_id: "t1", purpose: "tenant-data", stage: "local" };

describe("openMasterKey", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const file = () => join(dataDir, "master-key");
  const open = (storeHasData = false, seed = "seed") =>
    openMasterKey({ dataDir, random: seededRandom(seed), storeHasData });

  it("makes 32 bytes of mode 0600 once, with nothing left beside them", () => {
    open();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const made = readFileSync(file());
    expect(made).toHaveLength(32);
    expect(readdirSync(dataDir)).toEqual(["master-key"]);
    open(true, "another seed");
    expect(readFileSync(file())).toEqual(made);
  });

  it("unwraps what it wrapped, in a later process too", async () => {
    const { plaintext, wrapped } = await open().generateDataKey(CONTEXT);
    expect(plaintext).toHaveLength(32);
    expect(Buffer.from(wrapped, "base64").includes(plaintext)).toBe(false);
    expect(await open(true, "later").unwrapDataKey(wrapped, CONTEXT)).toEqual(plaintext);
  });

  it.each<[string, Partial<KeyContext>]>([
    ["tenant", { tenant_id: "t2" }],
    ["stage", { stage: "prod" }],
  ])("refuses a data key of another %s", async (_name, change) => {
    const keys = open();
    const { wrapped } = await keys.generateDataKey(CONTEXT);
    await expect(keys.unwrapDataKey(wrapped, { ...CONTEXT, ...change })).rejects.toThrow(KeyUnavailableError);
  });

  it("refuses a damaged data key and one of another master key", async () => {
    const keys = open();
    const { wrapped } = await keys.generateDataKey(CONTEXT);
    const bytes = Buffer.from(wrapped, "base64");
    for (let index = 0; index < bytes.length; index++) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(index) ^ 1, index);
      await expect(keys.unwrapDataKey(flipped.toString("base64"), CONTEXT)).rejects.toThrow(
        KeyUnavailableError,
      );
    }
    for (const cut of [bytes.subarray(0, -1), bytes.subarray(0, 5), Buffer.alloc(0)]) {
      await expect(keys.unwrapDataKey(cut.toString("base64"), CONTEXT)).rejects.toThrow(KeyUnavailableError);
    }
    rmSync(file());
    await expect(open(false, "other").unwrapDataKey(wrapped, CONTEXT)).rejects.toThrow(KeyUnavailableError);
  });

  it("never makes a new key beside a store that holds data", () => {
    expect(() => open(true)).toThrow(ConfigurationError);
    expect(() => open(true)).toThrow(/master-key is missing.*backup/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it.each([
    ["short", 31],
    ["long", 33],
    ["empty", 0],
  ])("refuses a file that is %s", (_name, length) => {
    writeFileSync(file(), Buffer.alloc(length), { mode: 0o600 });
    expect(() => open()).toThrow(
      new ConfigurationError(`${file()} has ${length} bytes instead of 32. Restore it from your backup.`),
    );
  });

  it.each([0o644, 0o640, 0o602])("refuses a file of mode %o", (mode) => {
    open();
    chmodSync(file(), mode);
    expect(() => open(true)).toThrow(/chmod 600/);
  });

  it("goes on after a start that died before the key had its name", () => {
    writeFileSync(`${file()}.new`, "half", { mode: 0o600 });
    open();
    expect(readdirSync(dataDir)).toEqual(["master-key"]);
    expect(readFileSync(file())).toHaveLength(32);
  });
});
