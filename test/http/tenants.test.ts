import { SCOPES } from "@plumbline/core/access/caller.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type Answer, itemsOf, startApi } from "./api-under-test.ts";

const TENANTS = "/api/v1/tenants";
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

const api = startedForFile(startApi);

const operate = (method: string, path: string, body?: unknown): Promise<Answer> =>
  api.call(method, path, { key: api.operatorKey, body });

async function create(name = "Acme"): Promise<{ tenantId: string; key: string }> {
  const { json } = await operate("POST", TENANTS, { name });
  return { tenantId: String(json.tenant_id), key: String(json.api_key) };
}

const worksWith = async (key: string) => (await api.call("GET", "/api/v1/tools", { key })).status === 200;

describe("a tenant", () => {
  test("comes with a key that works, shown this once", async () => {
    const { status, json } = await operate("POST", TENANTS, { name: " Acme " });
    expect(status).toBe(201);
    expect(json).toEqual({
      tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Acme",
      external_id: null,
      own_key: null,
      api_key: expect.stringMatching(/^plk_[\w-]{43}$/),
      agent_key: expect.stringMatching(/^plk_[\w-]{43}$/),
    });
    expect(await worksWith(String(json.api_key))).toBe(true);
    const listed = await operate("GET", TENANTS);
    const { tenant_id, name } = json;
    expect(itemsOf(listed)).toContainEqual({
      tenant_id,
      name,
      external_id: null,
      own_key: null,
      created_at: expect.any(String),
    });
    expect(listed.text).not.toContain("plk_");
    expect(JSON.stringify(await api.allItems())).not.toContain(String(json.api_key));
  });

  test.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ name: "Acme", tenant_id: UNKNOWN }, "tenant_id"],
    [{ name: "Acme", own_key: "alias/x" }, "own_key"],
  ])("made of %j is a 400", async (body, path) => {
    const { status, json } = await operate("POST", TENANTS, body);
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path, message: expect.any(String) }]);
  });

  test("with a master key of its own receives the name to give it", async () => {
    const { status, json } = await operate("POST", TENANTS, { name: "Own", own_key: true });
    const own_key = `alias/plumbline/test/tenant/${json.tenant_id}`;
    expect([status, json]).toMatchObject([201, { own_key }]);
    expect(itemsOf(await operate("GET", TENANTS))).toContainEqual(
      expect.objectContaining({ name: "Own", own_key }),
    );
  });

  test("is listed alone by its ID until it is deleted", async () => {
    const [one] = [await create("One"), await create("Other")];
    const ids = async (id: string) =>
      itemsOf(await operate("GET", `${TENANTS}?tenant_id=${id}`)).map((tenant) => tenant.tenant_id);
    expect(await ids(one.tenantId)).toEqual([one.tenantId]);
    expect(await ids(UNKNOWN)).toEqual([]);
    await operate("DELETE", `${TENANTS}/${one.tenantId}`);
    expect(await ids(one.tenantId)).toEqual([]);
  });

  test("deleted takes everything with it and nothing of the others", async () => {
    const gone = await create("Gone");
    const stays = await create("Stays");
    for (const { key } of [gone, stays]) {
      const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
      expect((await api.call("POST", "/api/v1/credentials", { key, body })).status).toBe(201);
    }
    const second = await operate("POST", `${TENANTS}/${gone.tenantId}/keys`, { name: "second" });

    const deleted = await operate("DELETE", `${TENANTS}/${gone.tenantId}`);
    expect([deleted.status, deleted.text]).toEqual([204, ""]);

    const items = await api.allItems();
    const left = items.filter((item) => JSON.stringify(item).includes(gone.tenantId));
    // The operators' own log keeps that there was such a tenant.
    expect(left).toMatchObject([
      { table: "tenants", name: "", deleted_at: expect.any(String) },
      { table: "audit_entries", tenant_id: "", action: "tenant.created" },
      { table: "audit_entries", tenant_id: "", action: "tenant.deleted" },
      { table: "record_states", tenant_id: "stage", revoked_at: expect.any(String) },
    ]);
    expect(JSON.stringify(items)).toContain(stays.tenantId);
    expect(await worksWith(gone.key)).toBe(false);
    expect(await worksWith(String(second.json.api_key))).toBe(false);
    expect(await worksWith(stays.key)).toBe(true);
    expect(itemsOf(await api.call("GET", "/api/v1/credentials", { key: stays.key }))).toHaveLength(1);
    expect((await operate("GET", TENANTS)).text).not.toContain(gone.tenantId);
    for (const [method, path, body] of [
      ["GET", `${TENANTS}/${gone.tenantId}/keys`, undefined],
      ["POST", `${TENANTS}/${gone.tenantId}/keys`, { name: "late" }],
    ] as const) {
      expect((await operate(method, path, body)).status).toBe(404);
    }
    expect((await operate("DELETE", `${TENANTS}/${gone.tenantId}`)).status).toBe(204);
  });

  test("is found by paging", async () => {
    for (let index = 0; index < 5; index++) await create(`number ${index}`);
    const all = itemsOf(await operate("GET", TENANTS)).map(({ tenant_id }) => tenant_id);
    const paged: unknown[] = [];
    let cursor: unknown = "";
    while (cursor !== null) {
      const page = await operate("GET", `${TENANTS}?limit=2${cursor ? `&cursor=${cursor}` : ""}`);
      paged.push(...itemsOf(page).map(({ tenant_id }) => tenant_id));
      cursor = page.json.next_cursor;
    }
    expect(paged).toEqual(all);
  });
});

describe("a key", () => {
  test("has every scope but the two that are never given by default, unless the request says otherwise", async () => {
    const { tenantId } = await create();
    const { status, json } = await operate("POST", `${TENANTS}/${tenantId}/keys`, { name: "ci" });
    expect(status).toBe(201);
    expect(json).toEqual({
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      api_key: expect.stringMatching(/^plk_[\w-]{43}$/),
      name: "ci",
      scopes: SCOPES.filter((scope) => scope !== "approvals:grant" && scope !== "connections:raw"),
      allowed_tools: null,
      allowed_credentials: null,
      read_only: false,
      requests_per_minute: null,
      rotated_from: null,
      created_at: new Date(api.clock.now()).toISOString(),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    });
    const granting = await operate("POST", `${TENANTS}/${tenantId}/keys`, {
      name: "ok",
      scopes: ["approvals:grant"],
    });
    expect(granting.json.scopes).toEqual(["approvals:grant"]);
  });

  test("is listed without its secret or its hash", async () => {
    const { tenantId, key } = await create();
    const listed = await operate("GET", `${TENANTS}/${tenantId}/keys`);
    expect(itemsOf(listed)).toHaveLength(2);
    expect(Object.keys(itemsOf(listed)[0] ?? {}).toSorted()).toEqual([
      "allowed_credentials",
      "allowed_tools",
      "created_at",
      "expires_at",
      "key_id",
      "last_used_at",
      "name",
      "read_only",
      "requests_per_minute",
      "revoked_at",
      "rotated_from",
      "scopes",
    ]);
    expect(listed.text).not.toContain(key);
  });

  test("revoked keeps the time of the first revocation", async () => {
    const { tenantId } = await create();
    const made = await operate("POST", `${TENANTS}/${tenantId}/keys`, { name: "ci" });
    const path = `${TENANTS}/${tenantId}/keys/${made.json.key_id}`;
    const first = await operate("DELETE", path);
    expect(first.status).toBe(200);
    expect(first.json.revoked_at).toBe(new Date(api.clock.now()).toISOString());
    api.clock.advance(1_000);
    expect((await operate("DELETE", path)).json).toEqual(first.json);
  });

  test("of another tenant is not found under this one", async () => {
    const [one, other] = [await create("one"), await create("other")];
    const [key] = itemsOf(await operate("GET", `${TENANTS}/${other.tenantId}/keys`));
    const wrong = await operate("DELETE", `${TENANTS}/${one.tenantId}/keys/${key?.key_id}`);
    const unknown = await operate("DELETE", `${TENANTS}/${one.tenantId}/keys/${UNKNOWN}`);
    expect(wrong.status).toBe(404);
    expect(wrong.text).toBe(unknown.text);
    expect(await worksWith(other.key)).toBe(true);
  });

  test.each([
    [{ name: "k", scopes: [] }, "scopes"],
    [{ name: "k", scopes: ["everything"] }, "scopes.0"],
    [{ name: "k", expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ name: "k", expires_at: "soon" }, "expires_at"],
    [{ name: "k", role: "operator" }, "role"],
    [{ scopes: ["agent"] }, "name"],
  ])("made of %j is a 400", async (body, path) => {
    const { tenantId } = await create();
    const { status, json } = await operate("POST", `${TENANTS}/${tenantId}/keys`, body);
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path, message: expect.any(String) }]);
  });

  test("of a tenant that does not exist cannot be made", async () => {
    expect((await operate("POST", `${TENANTS}/${UNKNOWN}/keys`, { name: "k" })).status).toBe(404);
  });
});
