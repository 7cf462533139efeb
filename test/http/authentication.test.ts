import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const api = startedForFile(startApi);

async function newKey(input: Record<string, unknown>): Promise<{ key: string; keyId: string }> {
  const path = `/api/v1/tenants/${api.tenant.caller.tenantId}/keys`;
  const made = await api.call("POST", path, { key: api.operatorKey, body: { name: "a key", ...input } });
  expect(made.status).toBe(201);
  return { key: String(made.json.api_key), keyId: String(made.json.key_id) };
}

describe("a caller without a good key", () => {
  const unknownKey = `plk_${"A".repeat(43)}`;

  test.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["another scheme", `Basic ${unknownKey}`],
    ["no key behind the scheme", "Bearer "],
    ["two keys", `Bearer ${unknownKey} ${unknownKey}`],
    ["something that is no key", "Bearer xoxb-1"],
    ["a key that is too short", "Bearer plk_AAAA"],
    ["an unknown key", `Bearer ${unknownKey}`],
    ["a JWT", "Bearer eyJhbGciOiJub25lIn0.eyJ0ZW5hbnRfaWQiOiJ4In0."],
  ])("%s is a 401 that says how to authenticate", async (_what, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await api.call("GET", "/api/v1/tools", { key: null, headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.json).toEqual({
      type: "urn:plumbline:problem:unauthenticated",
      title: "Not authenticated",
      status: 401,
      detail: expect.any(String),
      error_code: "unauthenticated",
    });
    if (authorization) expect(answer.text).not.toContain(unknownKey);
  });

  test.each([
    ["no key", null],
    ["a wrong key", unknownKey],
  ])("%s: the refusal says where a key is, and which header it goes into", async (_what, key) => {
    const { detail } = (await api.call("GET", "/api/v1/tools", { key })).json;
    expect(detail).toContain("`Authorization: Bearer plk_…`");
    expect(detail).toContain(".plumbline/agent-key");
    expect(detail).toContain("npx --no plumbline key create TENANT NAME");
  });

  test("the scheme is read in any case", async () => {
    const authorization = `bEARER ${api.tenant.apiKey.reveal()}`;
    expect((await api.call("GET", "/api/v1/tools", { key: null, headers: { authorization } })).status).toBe(
      200,
    );
  });

  test("a revoked key is refused from the next call on", async () => {
    const { key, keyId } = await newKey({});
    expect((await api.call("GET", "/api/v1/tools", { key })).status).toBe(200);
    const path = `/api/v1/tenants/${api.tenant.caller.tenantId}/keys/${keyId}`;
    await api.call("DELETE", path, { key: api.operatorKey });
    expect((await api.call("GET", "/api/v1/tools", { key })).status).toBe(401);
  });

  test("a key is refused from the second on at which it expires", async () => {
    const expires_at = new Date(api.clock.now() + 60_000).toISOString();
    const { key } = await newKey({ expires_at });
    api.clock.advance(59_000);
    expect((await api.call("GET", "/api/v1/tools", { key })).status).toBe(200);
    api.clock.advance(1_000);
    expect((await api.call("GET", "/api/v1/tools", { key })).status).toBe(401);
  });
});

describe("what a caller may do", () => {
  const tenantRoutes: [string, string][] = [
    ["POST", "/api/v1/autonomy/research/complete"],
    ["POST", "/api/v1/agent/stream"],
    ["GET", "/api/v1/tools"],
    ["POST", "/api/v1/tools/connections_list"],
    ["POST", "/api/v1/credentials"],
    ["GET", "/api/v1/credentials"],
    ["GET", "/api/v1/credentials/x"],
    ["PATCH", "/api/v1/credentials/x"],
    ["DELETE", "/api/v1/credentials/x"],
    ["POST", "/api/v1/credentials/x/test"],
  ];
  const operatorRoutes: [string, string][] = [
    ["POST", "/api/v1/tenants"],
    ["GET", "/api/v1/tenants"],
    ["DELETE", "/api/v1/tenants/x"],
    ["POST", "/api/v1/tenants/x/keys"],
    ["GET", "/api/v1/tenants/x/keys"],
    ["DELETE", "/api/v1/tenants/x/keys/y"],
  ];

  test.each(tenantRoutes)("an operator key may not %s %s", async (method, path) => {
    const { status, json } = await api.call(method, path, { key: api.operatorKey });
    expect([status, json.error_code]).toEqual([403, "forbidden"]);
  });

  test.each(operatorRoutes)("a tenant's key may not %s %s", async (method, path) => {
    const { status, json } = await api.call(method, path);
    expect([status, json.error_code]).toEqual([403, "forbidden"]);
  });

  test.each([...tenantRoutes, ...operatorRoutes])("a stranger may not %s %s", async (method, path) => {
    expect((await api.call(method, path, { key: null })).status).toBe(401);
  });

  test.each(tenantRoutes)(
    "a key for approvals alone may not %s %s, and is told its scope",
    async (method, path) => {
      const { key } = await newKey({ scopes: ["approvals:grant"] });
      const { status, json, headers } = await api.call(method, path, { key });
      expect(status).toBe(403);
      const [, scope] = /lacks the scope ([a-z:]+)\. /.exec(String(json.detail)) ?? [];
      expect(headers.get("www-authenticate")).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
    },
  );

  test("a key does what its scopes name and nothing more", async () => {
    const { key } = await newKey({ scopes: ["credentials:read"] });
    expect((await api.call("GET", "/api/v1/credentials", { key })).status).toBe(200);
    expect((await api.call("POST", "/api/v1/credentials", { key, body: {} })).status).toBe(403);
    expect((await api.call("GET", "/api/v1/tools", { key })).status).toBe(403);
  });
});

test("the time of a key's last use is kept", async () => {
  const { key, keyId } = await newKey({});
  await api.call("GET", "/api/v1/tools", { key });
  const path = `/api/v1/tenants/${api.tenant.caller.tenantId}/keys`;
  const { json } = await api.call("GET", path, { key: api.operatorKey });
  expect(json.items).toContainEqual(
    expect.objectContaining({
      key_id: keyId,
      last_used_at: new Date(api.clock.now()).toISOString(),
    }),
  );
});

test("a key revoked while a slow body came does nothing any more", async () => {
  const { key, keyId } = await newKey({});
  const revokePath = `/api/v1/tenants/${api.tenant.caller.tenantId}/keys/${keyId}`;
  let calls = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (calls++ > 0) return controller.close();
    api.clock.advance(2_000);
    expect((await api.call("DELETE", revokePath, { key: api.operatorKey })).status).toBe(200);
    controller.enqueue(Buffer.from('{"arguments":{}}'));
  };
  // Nothing is read ahead: the body comes only once the service asks for it.
  const raw = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  expect((await api.call("POST", "/api/v1/tools/connections_list", { key, raw })).status).toBe(401);
});
