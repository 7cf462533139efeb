import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { DataKeys } from "@plumbline/core/credentials/vault/data-keys.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import {
  formatEnvelope,
  parseEnvelope,
  SealBrokenError,
  type SealContext,
  Vault,
} from "@plumbline/core/credentials/vault/vault.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MemoryRecordStore } from "../../../support/memory-record-store.ts";
import { dataKeyRecords } from "../../../support/raw-records.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { countingKeyService } from "./counting-key-service.ts";

const PLACE: SealContext = { tenantId: "t1", recordId: "c1", kind: "chatapp_bot", field: "token" };
const TOKEN = new Secret("xoxb-not-a-token-żółć");

/**
 * Made once with the seeds below and opened by an independent HKDF (two HMACs, RFC 5869): what is sealed
 * today must open tomorrow.
 */
const VECTORS = [
  { text: "", sealed: "v1.k1.c3tydxT5-_BazHkQ..XIWHRP1js8bzJRfZBxaHlw" },
  { text: "a token", sealed: "v1.k1.c3tydxT5-_BazHkQ.UJGA8vmtfQ.Nkr0rfRLiRxc8AQsA3c6NQ" },
  { text: "żółć 🔑", sealed: "v1.k1.c3tydxT5-_BazHkQ.9A03LldK19rEhvYqbw.0pXPD7YVOFVCx4D0WoRnyA" },
];

/** The rest of a record, as `CredentialSeals` binds it. */
const BOUND = '[3,"team",null,null,null,"2026-01-01T00:00:00.000Z"]{"allowed_hosts":["a.example"]}';

/** Of the second form, made and opened likewise. */
const BOUND_VECTORS = [
  { text: "", sealed: "v2.k1.c3tydxT5-_BazHkQ..5AeAutNveyDeAFKeTQ68Iw" },
  { text: "a token", sealed: "v2.k1.c3tydxT5-_BazHkQ.irFHJcPAIA.Lm__hNhb785te6ZRZzvqLQ" },
  { text: "żółć 🔑", sealed: "v2.k1.c3tydxT5-_BazHkQ.Li3w-W0nijkgUvfesw.iicF-vKyDHMB035xqagyPw" },
];

function setUp() {
  const records = new MemoryRecordStore();
  const keys = countingKeyService(seededRandom("vault keys"));
  const dataKeys = new DataKeys({ records, keys, clock: new ManualClock(), stage: "test" });
  return {
    store: dataKeyRecords(records),
    keys,
    dataKeys,
    vault: new Vault(dataKeys, seededRandom("vault nonces")),
  };
}

describe("Vault", () => {
  it("digests a text the same way again, differently for every tenant and key version", async () => {
    const { vault, dataKeys } = setUp();
    const digest = await vault.digest("t1", "#board");
    expect(digest).toMatch(/^k1\.[0-9a-f]{32}$/);
    expect(await vault.digest("t1", "#board")).toBe(digest);
    expect(await vault.digest("t2", "#board")).not.toBe(digest);
    expect(await vault.digest("t1", "#boards")).not.toBe(digest);
    await dataKeys.rotate("t1");
    expect(await vault.digest("t1", "#board")).toMatch(/^k2\./);
    expect(await vault.digest("t1", "#board", 1)).toBe(digest);
  });

  it("opens what it sealed, and shows nothing of it", async () => {
    const { vault } = setUp();
    const sealed = await vault.seal(PLACE, TOKEN);
    expect(sealed).toMatch(/^v1\.k1\./);
    expect((await vault.open(PLACE, sealed)).reveal()).toBe(TOKEN.reveal());
    expect(await vault.seal(PLACE, TOKEN)).not.toBe(sealed);
  });

  it("takes any text", async () => {
    const { vault } = setUp();
    const text = fc.string({ unit: "binary", maxLength: 2_000 });
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const opened = await vault.open(PLACE, await vault.seal(PLACE, new Secret(value)));
        expect(opened.reveal()).toBe(value);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  it.each<[string, Partial<SealContext>]>([
    ["record", { recordId: "c2" }],
    ["kind", { kind: "chatapp_user" }],
    ["field", { field: "refresh_token" }],
    ["record and kind whose texts join to the same", { recordId: "c1chatapp", kind: "_bot" }],
  ])("does not open under another %s", async (_name, change) => {
    const { vault } = setUp();
    const sealed = await vault.seal(PLACE, TOKEN);
    await expect(vault.open({ ...PLACE, ...change }, sealed)).rejects.toThrow(SealBrokenError);
  });

  it("does not open under another tenant, whether it has a key of its own or not", async () => {
    const { vault } = setUp();
    const sealed = await vault.seal(PLACE, TOKEN);
    const moved = { ...PLACE, tenantId: "t2" };
    await expect(vault.open(moved, sealed)).rejects.toThrow(KeyUnavailableError);
    await vault.seal(moved, TOKEN);
    await expect(vault.open(moved, sealed)).rejects.toThrow(SealBrokenError);
  });

  it("does not open under another tenant even if that tenant was given the very same data key", async () => {
    const { store, keys, vault } = setUp();
    const sealed = await vault.seal(PLACE, TOKEN);
    const key = keys.given[0] ?? Buffer.alloc(0);
    const context = { tenant_id: "t2", purpose: "tenant-data", stage: "test" };
    const wrapped = Buffer.from(JSON.stringify({ key: key.toString("base64"), context })).toString("base64");
    await store.putIfAbsent({ tenant_id: "t2", version: 1, wrapped, created_at: "2026-01-01T00:00:00.000Z" });
    await expect(vault.open({ ...PLACE, tenantId: "t2" }, sealed)).rejects.toThrow(SealBrokenError);
  });

  it("does not open under another key version, even one with the very same key", async () => {
    const { store, vault } = setUp();
    const sealed = await vault.seal(PLACE, TOKEN);
    const relabelled = sealed.replace("v1.k1.", "v1.k2.");
    await expect(vault.open(PLACE, relabelled)).rejects.toThrow(KeyUnavailableError);
    const first = await store.get("t1", 1);
    if (first) await store.putIfAbsent({ ...first, version: 2 });
    await expect(vault.open(PLACE, relabelled)).rejects.toThrow(SealBrokenError);
  });

  it("does not open with any bit of nonce, ciphertext or tag flipped", async () => {
    const { vault } = setUp();
    const envelope = parseEnvelope(await vault.seal(PLACE, new Secret("short")));
    expect(envelope).toBeDefined();
    if (!envelope) return;
    for (const part of ["nonce", "ciphertext", "tag"] as const) {
      for (let bit = 0; bit < envelope[part].length * 8; bit++) {
        const flipped = Buffer.from(envelope[part]);
        flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const changed = formatEnvelope({ ...envelope, [part]: flipped });
        await expect(vault.open(PLACE, changed)).rejects.toThrow(SealBrokenError);
      }
    }
  });

  it("does not open cut at any length, or as anything but an envelope", async () => {
    const { vault } = setUp();
    const sealed = await vault.seal(PLACE, new Secret("short"));
    const others = ["", "xoxb-plain", sealed.replace("v1", "v2"), `${sealed}.`, `${sealed}\n`, ` ${sealed}`];
    const cuts = Array.from({ length: sealed.length }, (_, length) => sealed.slice(0, length));
    for (const text of [...others, ...cuts])
      await expect(vault.open(PLACE, text)).rejects.toThrow(SealBrokenError);
  });

  it.each(VECTORS)("seals and opens $text as ever", async ({ text, sealed }) => {
    const { vault } = setUp();
    const now = await vault.seal(PLACE, new Secret(text));
    expect(now).toBe(sealed);
    expect((await vault.open(PLACE, sealed)).reveal()).toBe(text);
  });

  it.each(BOUND_VECTORS)("seals and opens $text bound to the rest of its record as ever", async (vector) => {
    const { vault } = setUp();
    const place = { ...PLACE, bound: BOUND };
    expect(await vault.seal(place, new Secret(vector.text))).toBe(vector.sealed);
    expect((await vault.open(place, vector.sealed)).reveal()).toBe(vector.text);
    for (const bound of [BOUND.replace("a.example", "b.example"), "", undefined])
      await expect(vault.open({ ...PLACE, bound }, vector.sealed)).rejects.toThrow(SealBrokenError);
  });
});
