import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import type { ApiKeyRecord } from "@plumbline/core/access/access-records.ts";
import { API_KEYS, TENANTS } from "@plumbline/core/access/access-records.ts";
import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import { Authenticator } from "@plumbline/core/access/authenticator.ts";
import { policySchema } from "@plumbline/core/access/policy-schema.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import { Tenants } from "@plumbline/core/access/tenants.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { CREDENTIALS, CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import { Credentials } from "@plumbline/core/credentials/credentials.ts";
import { type OpenedRecords, openRecords } from "@plumbline/core/credentials/open-records.ts";
import { replayErasures } from "@plumbline/core/credentials/replay-erasures.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { type RecordMacs, STAGE } from "@plumbline/core/records/record-state.ts";
import { WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { CredentialSeals } from "../../packages/core/credentials/credential-seals.ts";
import { canonicalJson } from "../../packages/core/records/canonical-json.ts";
import { stateRecords } from "../support/raw-records.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startedForEach } from "../support/started.ts";
import { wrappingKeyService } from "../support/wrapping-key-service.ts";
import { OWNED_TABLES } from "./table-owner/owned-table.ts";

const clock = new ManualClock();
const random = seededRandom("owner of the main table");
const logger = createLogger(() => undefined, clock, "error");
const shared = { stage: "test", clock, random, logger };

interface Process {
  opened: OpenedRecords;
  macs: RecordMacs;
  access: AccessStore;
  seals: CredentialSeals;
  tenants: Tenants;
  authenticator: Authenticator;
  credentials: Credentials;
}

/** The administering key of a tenant. */
function firstKeyOf({ items }: { items: readonly ApiKeyRecord[] }): ApiKeyRecord {
  const key = items.find(({ name }) => name === "first key");
  if (!key) throw new Error("The tenant has no first key.");
  return key;
}

describe.each(OWNED_TABLES)("the owner of %s", (_name, open) => {
  const table = startedForEach(() => open(clock));
  let service: Process;
  let tenants: string[];
  let keys: Secret[];
  let ids: { tenantId: string; id: string; token: string }[];

  /** Another process, which trusts nothing that it has not read itself. */
  const anew = () => {
    const keys = wrappingKeyService(random);
    const opened = openRecords({ ...shared, records: table.stores.records, keys });
    const { access, seals, vault, records } = opened;
    const credentials = new CredentialStore(records, table.stores.labelClaims);
    return {
      opened,
      macs: vault,
      access,
      seals,
      tenants: new Tenants(access, clock, random),
      authenticator: new Authenticator(access, clock, logger),
      credentials: new Credentials({ store: credentials, seals, clock, random, kinds }),
    };
  };

  beforeEach(async () => {
    service = anew();
    await service.opened.closingRows.write();
    [tenants, keys, ids] = [[], [], []];
    for (const name of ["one", "other"]) {
      const { tenant, key } = await service.tenants.create({ name });
      tenants.push(tenant.tenant_id);
      keys.push(key);
      for (const host of ["a", "b"]) {
        const token = `token-${name}-${host}`;
        const metadata = { allowed_hosts: [`${host}.example`] };
        const input = newCredentialSchema.parse({ kind: "generic_api_key", label: host, token, metadata });
        const { id } = await service.credentials.create(tenant.tenant_id, input);
        ids.push({ tenantId: tenant.tenant_id, id, token });
      }
    }
    keys.push((await service.tenants.createOperatorKey({ name: "operator" })).key);
  });

  const opens = async (process: Process, tenantId: string, id: string) => {
    try {
      const record = await process.credentials.get(tenantId, id);
      return (await process.seals.open(record)).reveal();
    } catch {
      return undefined;
    }
  };
  const accepts = async (process: Process, key: Secret) => {
    const caller = process.authenticator.authenticate(`Bearer ${key.reveal()}`);
    return caller.then(
      (found) => JSON.stringify({ ...found, scopes: found.type === "tenant" ? [...found.scopes] : [] }),
      () => undefined,
    );
  };
  /** All that opens and is accepted, by name. */
  const powers = async () => {
    const process = anew();
    const tokens = await Promise.all(
      tenants.flatMap((tenantId) =>
        ids.map(async ({ id }) => [`${tenantId}/${id}`, await opens(process, tenantId, id)]),
      ),
    );
    const callers = await Promise.all(
      keys.map(async (key, at) => [`key ${at}`, await accepts(process, key)]),
    );
    return Object.fromEntries([...tokens, ...callers].filter(([, power]) => power !== undefined));
  };

  it("ends a credential by changing anything that decides where its token goes", async () => {
    const items = (await table.main.read()).filter(({ body }) => "token_cipher" in body);
    for (const item of items) {
      const text = JSON.stringify(item.body).replace(/\b[ab]\.example/, "evil.example");
      await table.main.write({ ...item, body: JSON.parse(text) });
    }
    const process = anew();
    for (const { tenantId, id } of ids) expect(await opens(process, tenantId, id)).toBeUndefined();
  });

  it("puts back nothing: no changed or revoked record, no revoked key, no deleted tenant", async () => {
    const before = await table.main.read();
    const [first, second, third] = ids;
    if (!first || !second || !third) throw new Error("There are four.");
    const token = newCredentialSchema.shape.token;
    await service.credentials.change(first.tenantId, first.id, { token: token.parse("a new token") });
    await service.credentials.revoke(second.tenantId, second.id);
    const listed = await service.tenants.listKeys(tenants[0] ?? "", { limit: 10 });
    await service.tenants.revokeKey(tenants[0] ?? "", firstKeyOf(listed).key_id);
    await service.tenants.delete(third.tenantId);
    for (const item of before) await table.main.write(item);
    const now = await powers();
    expect(Object.keys(now)).toEqual(["key 2"]);
    expect(await service.tenants.list({ limit: 10 })).toMatchObject({ items: [{ tenant_id: tenants[0] }] });
  });

  it("forges no key: not one of an operator's, of a tenant's, with another scope or without an end", async () => {
    const { record, key } = await service.tenants.createKey(tenants[0] ?? "", {
      name: "weak",
      scopes: ["research"],
    });
    const items = await table.main.read();
    const item = items.find(({ body }) => JSON.stringify(body).includes(record.hash) && "created_at" in body);
    if (!item) throw new Error("The key is not in the main table.");
    const text = JSON.stringify(item.body);
    for (const forged of [
      text.replace(/"role":("tenant"|\{"S":"tenant"\})/, (found) => found.replace("tenant", "operator")),
      text.replaceAll("research", "credentials:write"),
      text.replaceAll(tenants[0] ?? "", tenants[1] ?? ""),
    ]) {
      expect(forged).not.toBe(text);
      await table.main.write({ ...item, body: JSON.parse(forged) });
      expect(await accepts(anew(), key)).toBeUndefined();
    }
    const { mac: _mac, ...unsigned } = item.body;
    await table.main.write({ ...item, body: unsigned });
    expect(await accepts(anew(), key)).toBeUndefined();
    await table.main.write(item);
    expect(await accepts(anew(), key)).toContain("research");
  });

  it("puts back no policy: not the one before a change, nor a tenant's record without one", async () => {
    const [tenantId = ""] = tenants;
    const policyOf = async (process: Process) => (await process.tenants.get(tenantId))?.policy;
    const moments = [await table.main.read()];
    for (const policy of [{ approval: { mail_send: "always" } }, { allowed_tools: ["rss_read"] }] as const) {
      await service.tenants.setPolicy(tenantId, policySchema.parse(policy));
      expect(await policyOf(anew())).toEqual(policySchema.parse(policy));
      expect(Object.keys(await powers())).toHaveLength(ids.length + keys.length);
      moments.push(await table.main.read());
    }
    const now = moments.pop() ?? [];
    for (const moment of moments) {
      for (const item of moment) await table.main.write(item);
      expect(await anew().tenants.get(tenantId)).toBeUndefined();
      expect(Object.keys(await powers())).not.toContain("key 0");
      expect((await anew().tenants.list({ limit: 10 })).items).toHaveLength(1);
      await expect(anew().tenants.setPolicy(tenantId, {})).rejects.toMatchObject({ code: "not_found" });
    }
    for (const item of now) await table.main.write(item);
    expect(await policyOf(anew())).toEqual({ allowed_tools: ["rss_read"] });
    for (const item of moments[0] ?? []) await table.main.write(item);
    // An operator who restored the table says that these records count.
    expect(await anew().access.acceptEarlierTenants()).toEqual([tenantId]);
    expect(await anew().access.acceptEarlierTenants()).toEqual([]);
    expect([await policyOf(anew()), Object.keys(await powers())]).toEqual([
      undefined,
      expect.arrayContaining(["key 0"]),
    ]);
    for (const item of now) await table.main.write(item);
    expect(await anew().tenants.get(tenantId)).toBeUndefined();
  });

  it("puts back no key: neither the later end of one that was rotated, nor its earlier scopes", async () => {
    const [tenantId = "", otherId = ""] = tenants;
    const { record: rotated, key } = await service.tenants.createKey(tenantId, { name: "rotated" });
    const { record: grown, key: grownKey } = await service.tenants.createKey(otherId, {
      name: "grown",
      scopes: ["research"],
    });
    const before = await table.main.read();
    await service.tenants.rotateKey(tenantId, rotated.key_id, { overlapSeconds: 3600 });
    await service.tenants.addScopes(grown, ["tools:call"]);
    const now = await table.main.read();
    expect(await accepts(anew(), key)).toContain(rotated.key_id);
    expect(await accepts(anew(), grownKey)).toContain("tools:call");
    for (const item of before) await table.main.write(item);
    expect(await accepts(anew(), key)).toBeUndefined();
    expect(await accepts(anew(), grownKey)).toBeUndefined();
    const listed = (await anew().tenants.listKeys(tenantId, { limit: 10 })).items;
    expect(listed.map(({ key_id }) => key_id)).not.toContain(rotated.key_id);
    for (const item of now) await table.main.write(item);
    expect(await accepts(anew(), key)).toContain(rotated.key_id);
    clock.advance(3600_000);
    expect(await accepts(anew(), key)).toBeUndefined();
    for (const item of before) await table.main.write(item);
    expect(await accepts(anew(), key)).toBeUndefined();
  });

  it("lets every change of one key count that was made at once, and none of their earlier records", async () => {
    const [tenantId = ""] = tenants;
    const { record, key } = await service.tenants.createKey(tenantId, { name: "k", scopes: ["research"] });
    const moments = [await table.main.read()];
    const reader = anew();
    const read = Array.from({ length: 8 }, () => accepts(reader, key));
    await Promise.all([
      anew().tenants.addScopes(record, ["tools:call"]),
      anew().tenants.addScopes(record, ["agent"]),
      anew().tenants.rotateKey(tenantId, record.key_id, { overlapSeconds: 60 }),
    ]);
    for (const caller of await Promise.all(read)) expect(caller).toContain(record.key_id);
    const found = await anew().access.findKey(record.hash);
    expect(found?.expires_at).toEqual(expect.any(String));
    // A version that was begun and lost is not used again.
    expect(found?.version).toBeGreaterThanOrEqual(4);
    expect(found?.scopes.toSorted()).toEqual(["agent", "research", "tools:call"]);
    for (const item of moments[0] ?? []) await table.main.write(item);
    expect(await accepts(anew(), key)).toBeUndefined();
  });

  it("lets one of two policies count that were set at once, whatever is put back", async () => {
    const [tenantId = ""] = tenants;
    const before = await table.main.read();
    const set = (tool: string) => anew().tenants.setPolicy(tenantId, { allowed_tools: [tool] });
    const reader = anew();
    const read = Array.from({ length: 8 }, async () => (await reader.tenants.get(tenantId))?.tenant_id);
    await Promise.all([set("rss_read"), set("mail_send"), set("mail_search")]);
    expect(await Promise.all(read)).toEqual(read.map(() => tenantId));
    expect((await anew().tenants.get(tenantId))?.policy?.allowed_tools).toHaveLength(1);
    for (const item of before) await table.main.write(item);
    expect(await anew().tenants.get(tenantId)).toBeUndefined();
  });

  it("keeps a tenant whose change was cut short after any of its writes", async () => {
    const [tenantId = ""] = tenants;
    const recordStates = stateRecords(table.stores.records);
    const name = `tenant/${tenantId}`;
    const before = await recordStates.get(STAGE, name);
    if (!before) throw new Error("The tenant is listed.");
    // The record's writer died before the key table settled on it, so both count.
    await service.tenants.setPolicy(tenantId, { allowed_tools: ["rss_read"] });
    const settled = await recordStates.get(STAGE, name);
    const macs = anew().macs;
    const text = canonicalJson(["record state", STAGE, name, 1, 2, null]);
    const cut = { ...before, version: 1, next: 2, mac: await macs.sign(STAGE, text) };
    expect(await recordStates.put(cut, settled)).toBe(true);
    expect((await anew().tenants.get(tenantId))?.policy).toEqual({ allowed_tools: ["rss_read"] });
    await anew().tenants.setPolicy(tenantId, { allowed_tools: ["mail_send"] });
    expect((await anew().tenants.get(tenantId))?.policy).toEqual({ allowed_tools: ["mail_send"] });
    expect(await recordStates.get(STAGE, name)).toMatchObject({ version: 3, next: null });
  });

  it("opens a credential after two changes were cut short, one behind its write and one before", async () => {
    const [first] = ids;
    if (!first) throw new Error("There are four.");
    const recordStates = stateRecords(table.stores.records);
    const name = `credential/${first.id}`;
    const before = await recordStates.get(first.tenantId, name);
    if (!before) throw new Error("The credential has a state.");
    const token = newCredentialSchema.shape.token;
    await service.credentials.change(first.tenantId, first.id, { token: token.parse("second") });
    const settled = await recordStates.get(first.tenantId, name);
    const text = canonicalJson(["record state", first.tenantId, name, 1, 2, null]);
    const cut = { ...before, version: 1, next: 2, mac: await anew().macs.sign(first.tenantId, text) };
    expect(await recordStates.put(cut, settled)).toBe(true);
    expect(await opens(anew(), first.tenantId, first.id)).toBe("second");
    const { replace } = table.stores.records;
    table.stores.records.replace = (kind, ...write) =>
      kind.name === "credentials"
        ? Promise.reject(new Error("The process ended here."))
        : replace.call(table.stores.records, kind as never, ...write);
    const third = anew().credentials.change(first.tenantId, first.id, { token: token.parse("third") });
    await expect(third).rejects.toThrow("The process ended here.");
    table.stores.records.replace = replace;
    expect(await opens(anew(), first.tenantId, first.id)).toBe("second");
    await anew().credentials.change(first.tenantId, first.id, { token: token.parse("fourth") });
    expect(await opens(anew(), first.tenantId, first.id)).toBe("fourth");
    const { version } = await anew().credentials.get(first.tenantId, first.id);
    expect(await recordStates.get(first.tenantId, name)).toMatchObject({ version, next: null });
  });

  it("keeps nothing of what a restore brought back, once the erasures were replayed", async () => {
    const before = await table.main.read();
    const [first, , third] = ids;
    const [kept = "", erased = ""] = tenants;
    if (!first || !third) throw new Error("There are four.");
    await service.credentials.revoke(first.tenantId, first.id);
    const { items } = await service.tenants.listKeys(kept, { limit: 10 });
    const revokedKey = firstKeyOf({ items });
    await service.tenants.revokeKey(kept, revokedKey.key_id);
    await service.tenants.delete(erased);
    for (const item of before) await table.main.write(item);
    const { records, labelClaims } = table.stores;
    const replay = () => replayErasures({ ...anew().opened, labelClaims, watches: WATCHES as never });
    expect(await records.get(TENANTS, [erased])).toMatchObject({ deleted_at: null });
    expect(await opens(anew(), third.tenantId, third.id)).toBeUndefined();
    expect(await replay()).toEqual({ tenants: 1, api_keys: 1, credentials: 1, watches: 0 });
    expect((await records.get(TENANTS, [erased]))?.deleted_at).toEqual(expect.any(String));
    expect((await records.page(API_KEYS, erased, { limit: 10 })).items).toEqual([]);
    expect(await records.get(CREDENTIALS, [third.tenantId, third.id])).toBeUndefined();
    expect(await records.get(API_KEYS, [revokedKey.hash])).toMatchObject({ revoked_at: expect.any(String) });
    const revoked = await records.get(CREDENTIALS, [first.tenantId, first.id]);
    expect(revoked).toMatchObject({ token_cipher: "", revoked_at: expect.any(String) });
    expect(await replay()).toEqual({ tenants: 0, api_keys: 0, credentials: 0, watches: 0 });
    expect(Object.keys(await powers())).toEqual([`${kept}/${ids[1]?.id}`, "key 2"]);
  });
});
