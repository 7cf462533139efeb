import { generateKeyPairSync } from "node:crypto";
import { PENDING_CONNECTS } from "@plumbline/connections/connect/pending-connect.ts";
import { timestamp } from "@plumbline/core/clock/clock.ts";
import { sealForOwner } from "@plumbline/core/credentials/seal-for-owner.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { NOT_EXPORTED, TenantExport } from "@plumbline/service/export/tenant-export.ts";
import { compactDecrypt } from "jose";
import { beforeAll, expect, test } from "vitest";
import { TENANT_TABLES } from "../../packages/local/store/tables.ts";
import { startedForFile } from "../support/started.ts";
import { itemsOf, startApi } from "./api-under-test.ts";

const EXPORT = "/api/v1/export";

let tenantId: string;

const api = startedForFile(() =>
  startApi((sandbox) => ({
    egressAllow: `${new URL(sandbox.feeds.url).host},${new URL(sandbox.webhook.url).host}`,
  })),
);

beforeAll(async () => {
  tenantId = api.tenant.caller.tenantId;
  const stored = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  await api.call("POST", "/api/v1/credentials", { body: stored });
  const watch = { type: "feed", url: `${api.sandbox.feeds.url}/rss.xml`, interval_minutes: 5 };
  const deliver_to = `${api.sandbox.webhook.url}/hook`;
  const { json } = await api.call("POST", "/api/v1/watches", { body: { ...watch, deliver_to } });
  await api.call("POST", "/api/v1/watches", { body: { ...watch, interval_minutes: 60 } });
  await find(String(json.id), ["comet", "eclipse", "nova"]);
  const headers = { "x-conversation-id": "chat-42", "idempotency-key": "once" };
  const body = { arguments: { url: `${api.sandbox.feeds.url}/rss.xml` } };
  await api.call("POST", "/api/v1/tools/feed_read", { body, headers });
  const dm = { arguments: { to: "ada@example.com", text: "It rises at nine." } };
  await api.call("POST", "/api/v1/tools/chatapp_dm", { body: dm, headers: { "idempotency-key": "dm" } });
  await api.call("POST", "/api/v1/tools/chatapp_dm", {
    body: dm,
    headers: { "x-conversation-id": "chat-42" },
  });
  await api.call("POST", "/api/v1/sessions", { body: { end_user: "ada", ttl_seconds: 600 } });
  await api.service.conversations.chats.runs.begin(
    api.tenant.caller,
    { owner: "o", position: "p" },
    { conversationId: "chat-42", runId: "r", messageKey: "m", said: ["Who is Ada?"], model: undefined },
  );
  const created_at = timestamp(api.clock.now());
  const expires_at = timestamp(api.clock.now() + 3_600_000);
  const link = { form: "link", kind: "crm_oauth", label: "portal", credential_id: null, scopes: [] } as const;
  const waiting = { ...link, created_at, expires_at, used_at: null, used_by: null };
  await api.stores.opened.records.put(PENDING_CONNECTS, {
    tenant_id: tenantId,
    id: "00",
    ...waiting,
  } as never);
});

const tenantExport = () => new TenantExport(api.service.exportParts);

/** Has a watch find something, as its poll would. */
async function find(watchId: string, titles: readonly string[]): Promise<void> {
  const watch = await api.stores.watches.get(tenantId, watchId);
  if (!watch) throw new Error("There is no watch.");
  const { WatchEvents } = await import("@plumbline/watches/service/watch-events.ts");
  const { clock, stores } = api;
  const events = new WatchEvents({
    store: stores.watches,
    vault: stores.opened.vault,
    clock,
    retentionDays: 9,
  });
  const findings = titles.map((title) => ({
    identity: title,
    content: { type: "feed_item", title } as never,
  }));
  expect(await events.commit(watch, findings, {})).toBe(true);
}

async function exported(limit: number): Promise<{ type: string; record: Record<string, unknown> }[]> {
  const found = [];
  for (let cursor: unknown = ""; cursor !== null; ) {
    const page = await api.call("GET", `${EXPORT}?limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    expect(page.status).toBe(200);
    found.push(...itemsOf(page));
    cursor = page.json.next_cursor;
  }
  return found as never;
}

const withoutAudit = (records: { type: string }[]) => records.filter(({ type }) => type !== "audit_entries");

test("a tenant's key reads everything that is the tenant's own, and no secret", async () => {
  const records = await exported(100);
  const of = (wanted: string) => records.flatMap(({ type, record }) => (type === wanted ? [record] : []));
  expect(of("tenants")).toMatchObject([{ tenant_id: tenantId, name: "first" }]);
  expect(of("credentials")).toMatchObject([{ label: "team", kind: "chatapp_bot" }]);
  expect(of("watches")).toHaveLength(2);
  expect(of("watches")).toContainEqual(
    expect.objectContaining({
      delivery: { url: `${api.sandbox.webhook.url}/hook`, stopped_at: null },
      state: expect.objectContaining({ next_sequence: 4 }),
    }),
  );
  expect(of("watch_events").map(({ content }) => Object(content).title)).toEqual([
    "comet",
    "eclipse",
    "nova",
  ]);
  expect(of("call_blocks")).toContainEqual(
    expect.objectContaining({
      tool: "chatapp_dm",
      arguments: { to: "ada@example.com", text: "It rises at nine." },
    }),
  );
  expect(of("approvals")).toContainEqual(
    expect.objectContaining({
      tool: "chatapp_dm",
      arguments: { to: "ada@example.com", text: "It rises at nine." },
    }),
  );
  expect(of("conversation_entries")).toContainEqual(
    expect.objectContaining({ type: "mark", by: "feed_read" }),
  );
  expect(of("chats")).toContainEqual(
    expect.objectContaining({ content: expect.objectContaining({ title: "Who is Ada?" }) }),
  );
  expect(of("idempotent_calls")).toContainEqual(
    expect.objectContaining({ result: expect.objectContaining({ tool: "chatapp_dm" }) }),
  );
  expect(of("sessions")).toMatchObject([{ end_user: "ada" }]);
  expect(of("pending_connects")).toMatchObject([{ label: "portal" }]);
  expect(of("audit_entries").map(({ action }) => action)).toContain("tenant.exported");
  const text = JSON.stringify(records);
  expect(text).not.toMatch(/_cipher|"mac"|"hash"|key_hash/);
  for (const secret of [sampleBotToken, api.tenant.apiKey.reveal()]) expect(text).not.toContain(secret);
});

test("pages of one record hold what a page of all does", async () => {
  expect(withoutAudit(await exported(1))).toEqual(withoutAudit(await exported(100)));
});

test("every kind that a tenant owns is exported, or said to be elsewhere", async () => {
  const types = new Set((await exported(100)).map(({ type }) => type));
  const others = TENANT_TABLES.map(({ name }) => name).filter((name) => !types.has(name));
  expect(others.toSorted()).toEqual(Object.keys(NOT_EXPORTED).toSorted());
});

test("another tenant's records are not among them, nor is it given to whoever may see a part", async () => {
  const { apiKey, caller } = await api.createTenant("second");
  const { text } = await api.call("GET", `${EXPORT}?limit=100`, { key: apiKey.reveal() });
  expect(text).not.toContain(tenantId);
  const path = `/api/v1/tenants/${caller.tenantId}/keys`;
  const narrow = { name: "n", allowed_credentials: ["00000000-0000-4000-8000-000000000000"] };
  const { json } = await api.call("POST", path, { key: api.operatorKey, body: narrow });
  expect((await api.call("GET", EXPORT, { key: String(json.api_key) })).status).toBe(403);
  expect((await api.call("GET", EXPORT, { key: api.operatorKey })).status).toBe(403);
});

test("a cursor of nothing that is exported is refused", async () => {
  const cursor = Buffer.from("data_keys/").toString("base64url");
  expect(await api.call("GET", `${EXPORT}?cursor=${cursor}`)).toMatchObject({
    status: 400,
    json: { error_code: "bad_request" },
  });
});

test.each(["rsa", "ec", "x25519"] as const)("tokens are sealed to a %s key of the tenant's", async (type) => {
  const made =
    type === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : type === "ec"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : generateKeyPairSync("x25519");
  const pem = made.publicKey.export({ type: "spki", format: "pem" }).toString();
  const seal = sealForOwner(pem);
  const open = async (jwe: unknown) =>
    Buffer.from((await compactDecrypt(String(jwe), made.privateKey)).plaintext).toString();
  const { items } = await tenantExport().exportPage(tenantId, { after: "credentials/", limit: 9 }, seal);
  const record = Object(items[0]?.record);
  expect(JSON.stringify(record)).not.toContain(sampleBotToken);
  expect(await open(record.sealed_token)).toBe(sampleBotToken);
  const watches = await tenantExport().exportPage(tenantId, { after: "watches/", limit: 9 }, seal);
  const secrets = watches.items.flatMap((one) => Object(one.record).sealed_signing_secrets ?? []);
  expect(await open(secrets[0])).toMatch(/^whsec_/);
});

test("what is not a public key of enough strength is refused", () => {
  const weak = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const signing = generateKeyPairSync("ed25519");
  const pem = ({ publicKey }: typeof weak) => publicKey.export({ type: "spki", format: "pem" }).toString();
  expect(() => sealForOwner(pem(weak))).toThrow(/2,048/);
  expect(() => sealForOwner(pem(signing))).toThrow(/must be/);
  const secret = signing.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  expect(() => sealForOwner(secret)).toThrow(/private/);
  expect(() => sealForOwner("ssh-ed25519 AAAA")).toThrow(/not a public key/);
});
