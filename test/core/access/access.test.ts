import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import { hashApiKey } from "@plumbline/core/access/api-keys.ts";
import { Authenticator } from "@plumbline/core/access/authenticator.ts";
import { AGENT_SCOPES, DEFAULT_SCOPES } from "@plumbline/core/access/caller.ts";
import type { Secret } from "@plumbline/core/access/secret.ts";
import { Tenants } from "@plumbline/core/access/tenants.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { EMBEDDED_TABLE, openEmbeddedStore } from "../../support/dynalite/embedded-table.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForEach } from "../../support/started.ts";
import { memoryLog } from "./memory-log.ts";

const UNAUTHENTICATED = { name: "ServiceError", code: "unauthenticated" };
const NOT_FOUND = { name: "ServiceError", code: "not_found" };

let clock: ManualClock;
let store: AccessStore;
let tenants: Tenants;
let authenticator: Authenticator;
let log: ReturnType<typeof memoryLog>;

const embedded = startedForEach(openEmbeddedStore);

beforeEach(() => {
  clock = new ManualClock();
  const table = new TableClient(embedded.client, EMBEDDED_TABLE);
  store = checkedStores(createDynamoStores(table, table, clock), clock).access;
  tenants = new Tenants(store, clock, seededRandom("access"));
  log = memoryLog();
  authenticator = new Authenticator(store, clock, log);
});
const bearer = (key: Secret) => `Bearer ${key.reveal()}`;

describe("Tenants", () => {
  it("gives a new tenant a key whose secret is stored only as a hash", async () => {
    const { tenant, key, agentKey } = await tenants.create({ name: "Acme" });
    expect(key.reveal()).toMatch(/^plk_[A-Za-z0-9_-]{43}$/);
    expect(tenant).toMatchObject({ name: "Acme", created_at: "2026-01-01T00:00:00.000Z", deleted_at: null });
    const { items } = await tenants.listKeys(tenant.tenant_id, { limit: 10 });
    const ofKey = (secret: Secret) => items.find(({ hash }) => hash === hashApiKey(secret));
    expect(items).toHaveLength(2);
    expect(ofKey(key)).toMatchObject({ role: "tenant", scopes: DEFAULT_SCOPES });
    expect(ofKey(agentKey)).toMatchObject({ role: "tenant", scopes: AGENT_SCOPES });
    expect(JSON.stringify(items)).not.toContain(key.reveal().slice(4));
    expect((await tenants.list({ limit: 10 })).items).toEqual([tenant]);
  });

  it("makes none with a master key of its own where there is no KMS", async () => {
    await expect(tenants.create({ name: "Own", own_key: true })).rejects.toMatchObject({
      code: "not_supported",
    });
    expect((await tenants.list({ limit: 10 })).items).toEqual([]);
    const { tenant } = await tenants.create({ name: "Not its own", own_key: false });
    expect(tenants.getOwnKey(tenant)).toBeUndefined();
  });

  it("makes further keys, with their scopes and end, and revokes them", async () => {
    const { tenant } = await tenants.create({ name: "Acme" });
    const made = await tenants.createKey(tenant.tenant_id, {
      name: "approver",
      scopes: ["approvals:grant"],
      expires_at: "2026-01-02T01:00:00+01:00",
    });
    expect(made.record).toMatchObject({
      scopes: ["approvals:grant"],
      expires_at: "2026-01-02T00:00:00.000Z",
    });
    const revoked = await tenants.revokeKey(tenant.tenant_id, made.record.key_id);
    expect(revoked?.revoked_at).toBe("2026-01-01T00:00:00.000Z");
  });

  it("lists operators' keys apart from tenants', and revokes one by its id", async () => {
    const { tenant } = await tenants.create({ name: "Acme" });
    const [first, second] = [
      await tenants.createOperatorKey({ name: "first" }),
      await tenants.createOperatorKey({ name: "second" }),
    ];
    const listed = await tenants.listOperatorKeys({ limit: 10 });
    expect(listed.items.map(({ name }) => name).sort()).toEqual(["first", "second"]);
    await tenants.revokeOperatorKey(first.record.key_id);
    await expect(authenticator.authenticate(bearer(first.key))).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await authenticator.authenticate(bearer(second.key))).toMatchObject({ type: "operator" });
    const { items } = await tenants.listKeys(tenant.tenant_id, { limit: 10 });
    await expect(tenants.revokeOperatorKey(items[0]?.key_id ?? "")).rejects.toMatchObject(NOT_FOUND);
  });

  it("refuses a key that has already ended", async () => {
    const { tenant } = await tenants.create({ name: "Acme" });
    const input = { name: "late", expires_at: "2026-01-01T00:00:00Z" };
    await expect(tenants.createKey(tenant.tenant_id, input)).rejects.toMatchObject({
      code: "bad_request",
      issues: [{ path: "expires_at" }],
    });
  });

  it("knows no other tenant and none that was deleted", async () => {
    const { tenant } = await tenants.create({ name: "Acme" });
    await tenants.delete(tenant.tenant_id);
    for (const id of [tenant.tenant_id, "never"]) {
      await expect(tenants.createKey(id, { name: "key" })).rejects.toMatchObject(NOT_FOUND);
      await expect(tenants.listKeys(id, { limit: 1 })).rejects.toMatchObject(NOT_FOUND);
      await expect(tenants.revokeKey(id, "key")).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(tenants.delete("never")).rejects.toMatchObject(NOT_FOUND);
    await expect(tenants.delete(tenant.tenant_id)).resolves.toBeUndefined();
    const other = await tenants.create({ name: "Other" });
    await expect(tenants.revokeKey(other.tenant.tenant_id, "never")).rejects.toMatchObject(NOT_FOUND);
  });
});

describe("Authenticator", () => {
  it("tells the tenant, the key and its scopes", async () => {
    const { tenant, key } = await tenants.create({ name: "Acme" });
    const caller = await authenticator.authenticate(bearer(key));
    expect(caller).toMatchObject({
      type: "tenant",
      tenantId: tenant.tenant_id,
      scopes: new Set(DEFAULT_SCOPES),
    });
    expect(await authenticator.authenticate(`bearer  ${key.reveal()} `)).toEqual(caller);
  });

  it("tells an operator, who belongs to no tenant", async () => {
    const { record, key } = await tenants.createOperatorKey({ name: "operator" });
    expect(key.reveal()).toMatch(/^plo_/);
    expect(await authenticator.authenticate(bearer(key))).toEqual({ type: "operator", keyId: record.key_id });
  });

  it.each([
    ["absent", undefined],
    ["empty", ""],
    ["of another scheme", `Basic plk_${"a".repeat(43)}`],
    ["without a key", "Bearer "],
    ["unknown", `Bearer plk_${"a".repeat(43)}`],
    ["of another form", "Bearer sk-live-1"],
    ["followed by more", `Bearer plk_${"a".repeat(43)} more`],
  ])("refuses a key that is %s", async (_name, header) => {
    await expect(authenticator.authenticate(header)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it("refuses a revoked key at once", async () => {
    const { tenant } = await tenants.create({ name: "Acme" });
    const { record, key } = await tenants.createKey(tenant.tenant_id, { name: "second" });
    await authenticator.authenticate(bearer(key));
    await tenants.revokeKey(tenant.tenant_id, record.key_id);
    await expect(authenticator.authenticate(bearer(key))).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it("refuses a key from its end on", async () => {
    const { tenant } = await tenants.create({ name: "Acme" });
    const { key } = await tenants.createKey(tenant.tenant_id, {
      name: "hour",
      expires_at: "2026-01-01T01:00:00Z",
    });
    clock.advance(3600_000 - 1);
    await authenticator.authenticate(bearer(key));
    clock.advance(1);
    await expect(authenticator.authenticate(bearer(key))).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it("refuses the keys of a tenant from the moment its deletion begins", async () => {
    const { tenant, key } = await tenants.create({ name: "Acme" });
    const erasing = new TableClient(embedded.client, EMBEDDED_TABLE);
    await erasing.update(
      { pk: `TENANT#${tenant.tenant_id}`, sk: "META" },
      { deleted_at: "2026-01-01T00:00:00.000Z" },
      { expression: "attribute_exists(#pk)" },
    );
    await expect(authenticator.authenticate(bearer(key))).rejects.toMatchObject(UNAUTHENTICATED);
    await store.deleteTenant(tenant.tenant_id, "2026-01-01T00:00:01.000Z");
    await expect(authenticator.authenticate(bearer(key))).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it("writes the time of last use at most every five minutes", async () => {
    const { key } = await tenants.create({ name: "Acme" });
    const lastUse = async () => (await store.findKey(hashApiKey(key)))?.last_used_at;
    await authenticator.authenticate(bearer(key));
    expect(await lastUse()).toBe("2026-01-01T00:00:00.000Z");
    clock.advance(5 * 60_000 - 1);
    await authenticator.authenticate(bearer(key));
    expect(await lastUse()).toBe("2026-01-01T00:00:00.000Z");
    clock.advance(1);
    await authenticator.authenticate(bearer(key));
    expect(await lastUse()).toBe("2026-01-01T00:05:00.000Z");
  });

  it("lets the caller in when only the time of last use cannot be written, and logs no key", async () => {
    const { tenant, key } = await tenants.create({ name: "Acme" });
    store.touchKey = () => Promise.reject(new Error(`cannot touch ${key.reveal()}`));
    expect(await authenticator.authenticate(bearer(key))).toMatchObject({ tenantId: tenant.tenant_id });
    expect(log.lines).toMatchObject([
      { level: "warn", event: "key_touch_failed", fields: { error_name: "Error" } },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain(key.reveal());
  });
});
