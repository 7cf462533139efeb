import { Secret } from "@plumbline/core/access/secret.ts";
import type { SessionRecord } from "@plumbline/core/access/session-record.ts";
import { SESSIONS as KIND } from "@plumbline/core/access/session-record.ts";
import type { KeyContext, KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../support/seeded-random.ts";
import { startedForFile } from "../support/started.ts";
import { wrappingKeyService } from "../support/wrapping-key-service.ts";
import { type Answer, type CallOptions, itemsOf, startApi } from "./api-under-test.ts";

const SESSIONS = "/api/v1/sessions";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const ORIGIN = "https://app.example.com";

const api = startedForFile(startApi);

const make = (body: Record<string, unknown> = {}, key?: string): Promise<Answer> =>
  api.call("POST", SESSIONS, { body: { ttl_seconds: 600, ...body }, ...(key !== undefined && { key }) });

/** Makes a session and gives its token. */
async function session(body: Record<string, unknown> = {}, key?: string): Promise<string> {
  const { status, json } = await make(body, key);
  expect(status).toBe(201);
  return String(json.session_token);
}

const list = (key: string, more: CallOptions = {}) => api.call("GET", "/api/v1/tools", { key, ...more });
const toolsOf = async (key: string) => itemsOf(await list(key)).map(({ name }) => name);
const callTool = (key: string, name: string) =>
  api.call("POST", `/api/v1/tools/${name}`, { key, body: { arguments: {} } });

describe("a session", () => {
  test("has a token of its own, which works until it expires", async () => {
    const { json } = await make({ ttl_seconds: 60 });
    expect(json).toEqual({
      session_token: expect.stringMatching(/^pls_[\w-]{64}$/),
      expires_at: new Date(api.clock.now() + 60_000).toISOString(),
    });
    const token = String(json.session_token);
    api.clock.advance(59_999);
    expect((await list(token)).status).toBe(200);
    api.clock.advance(1);
    const refused = await list(token);
    expect([refused.status, refused.json.error_code]).toEqual([401, "unauthenticated"]);
  });

  test("is kept as a hash, never as its token", async () => {
    const token = await session();
    const stored = JSON.stringify(await api.allItems());
    expect(stored).toContain('"table":"sessions"');
    expect(stored).not.toContain(token.slice(4));
  });

  test("may do what its key may, and nothing but call tools, research and the agent", async () => {
    const whole = await session();
    expect(await toolsOf(whole)).toContain("connections_list");
    expect((await callTool(whole, "connections_list")).status).toBe(200);
    for (const path of ["/api/v1/credentials", "/api/v1/watches", "/api/v1/audit", "/api/v1/policy"])
      expect((await api.call("GET", path, { key: whole })).status).toBe(403);
    const { key } = await api.newKey({ scopes: ["sessions:create", "tools:read"] });
    const reader = await session({}, key);
    expect((await list(reader)).status).toBe(200);
    expect((await callTool(reader, "connections_list")).status).toBe(403);
  });

  test.each([
    ["without an end", { ttl_seconds: undefined }],
    ["of more than an hour", { ttl_seconds: 3601 }],
    ["of no time", { ttl_seconds: 0 }],
    ["with a tool that does not exist", { tools: ["feed_read", "nothing"] }],
    ["with a credential that does not exist", { credential_ids: [NOBODY] }],
    ["of a user without a name", { end_user: " " }],
    ["of a user with a name that is not seen", { end_user: "a\u200bb" }],
    ["of a user with a long name", { end_user: "a".repeat(201) }],
    ["from a page in place of an origin", { origin: `${ORIGIN}/page` }],
    ["from an origin that no browser writes so", { origin: `${ORIGIN}:443` }],
    ["with an unknown field", { scopes: ["agent"] }],
  ])("is not made %s", async (_name, body) => {
    expect((await make(body)).status).toBe(400);
  });
});

describe("a session of fewer tools and credentials", () => {
  test("sees and calls its tools alone, in either spelling", async () => {
    const token = await session({ tools: ["social_post__microblog", "feed_read"] });
    expect((await toolsOf(token)).toSorted()).toEqual(["feed_read", "social_post:microblog"]);
    expect((await callTool(token, "connections_list")).status).toBe(403);
    expect(await toolsOf(await session({ tools: [] }))).toEqual([]);
  });

  test("has no more than its key has", async () => {
    const { key } = await api.newKey({ allowed_tools: ["feed_read", "connections_list"], read_only: true });
    expect((await toolsOf(await session({}, key))).toSorted()).toEqual(["connections_list", "feed_read"]);
    const both = await session({ tools: ["feed_read", "chatapp_dm"] }, key);
    expect(await toolsOf(both)).toEqual(["feed_read"]);
  });

  test("names credentials that its key may use, which reach every call", async () => {
    const connect = async (label: string) => {
      const body = { kind: "notes", label, token: `token-of-${label}` };
      return String((await api.call("POST", "/api/v1/credentials", { body })).json.id);
    };
    const [mine, other, gone] = [await connect("mine"), await connect("other"), await connect("gone")];
    await api.call("DELETE", `/api/v1/credentials/${gone}`);
    const { key } = await api.newKey({ allowed_credentials: [mine] });
    expect((await make({ credential_ids: [gone] })).json.errors).toEqual([
      { path: "credential_ids.0", message: "is not the id of a credential" },
    ]);
    expect((await make({ credential_ids: [mine, other] }, key)).status).toBe(400);
    const grantsOf = async (token: string) => {
      const caller = await api.service.authenticator.authenticate(`Bearer ${token}`);
      return caller.type === "tenant" ? caller.grants.credentials : undefined;
    };
    expect(await grantsOf(await session({ credential_ids: [mine.toUpperCase()] }))).toEqual(new Set([mine]));
    expect(await grantsOf(await session({}, key))).toEqual(new Set([mine]));
    expect(await grantsOf(await session())).toBeUndefined();
  });
});

describe("the origin of a session", () => {
  test("is the only one its token is taken from", async () => {
    const token = await session({ origin: ORIGIN });
    expect((await list(token, { headers: { origin: ORIGIN } })).status).toBe(200);
    for (const headers of [{}, { origin: "https://evil.example" }, { origin: "null" }]) {
      const { status, json } = await list(token, { headers });
      expect([status, json.detail]).toEqual([401, "This session was created for a different origin."]);
    }
    expect((await list(await session(), { headers: { origin: "https://any.example" } })).status).toBe(200);
  });
});

describe("the end user of a session", () => {
  test("is in the log line of every request and call, and in the audit entry", async () => {
    const token = await session({ end_user: "  Ada · user-42 " });
    const before = api.logged.length;
    await callTool(token, "connections_list");
    const lines = api.logged
      .slice(before)
      .filter(({ event }) => event === "request" || event === "tool_call");
    expect(lines.map(({ event, end_user }) => [event, end_user]).toSorted()).toEqual([
      ["request", "Ada · user-42"],
      ["tool_call", "Ada · user-42"],
    ]);
    const { keyId: key_id } = await api.service.authenticator.authenticate(`Bearer ${token}`);
    const entries = itemsOf(await api.call("GET", "/api/v1/audit?limit=100"));
    expect(entries.filter(({ action }) => action === "session.created").at(-1)).toMatchObject({
      key_id,
      details: { end_user: "Ada · user-42", expires_at: expect.any(String) },
    });
    expect(JSON.stringify(entries)).not.toContain(token.slice(4));
  });
});

describe("a session ends", () => {
  test("with its key: revoked, rotated or expired", async () => {
    const revoked = await api.newKey();
    const rotated = await api.newKey();
    const expires_at = new Date(api.clock.now() + 60_000).toISOString();
    const keys = [revoked, rotated, await api.newKey({ expires_at })];
    const tokens = await Promise.all(keys.map(({ key }) => session({}, key)));
    for (const token of tokens) expect((await list(token)).status).toBe(200);
    await api.call("DELETE", revoked.path, { key: api.operatorKey });
    await api.call("POST", `${rotated.path}/rotate`, { key: api.operatorKey, body: {} });
    api.clock.advance(60_000);
    for (const token of tokens) expect((await list(token)).status).toBe(401);
  });

  test("with its tenant, of which nothing is left", async () => {
    const { caller, apiKey } = await api.createTenant("short-lived");
    const token = await session({ end_user: "erased-user" }, apiKey.reveal());
    expect((await list(token)).status).toBe(200);
    await api.call("DELETE", `/api/v1/tenants/${caller.tenantId}`, { key: api.operatorKey });
    expect((await list(token)).status).toBe(401);
    expect(JSON.stringify(await api.allItems())).not.toContain("erased-user");
  });
});

describe("a record of a session", () => {
  const stored = async (token: string) => {
    const found = await api.service.sessions.find(new Secret(token));
    const key = [found?.tenant_id, found?.hash] as const;
    const record = found && (await api.stores.platform.records.get(KIND, key as [string, string]));
    if (!record) throw new Error("The session was not stored.");
    return record;
  };
  /** Writes a record past the checks. */
  const put = (record: SessionRecord, { stores } = api) => stores.platform.records.put(KIND, record);

  test.each([
    ["a later end", { expires_at: "2036-01-01T00:00:00.000Z" }],
    ["no tools left out", { allowed_tools: undefined }],
    ["no origin", { origin: undefined }],
    ["another user", { end_user: "somebody" }],
    ["no signature", { mac: "" }],
  ])("that was given %s opens nothing", async (_name, changed) => {
    const token = await session({ tools: ["feed_read"], end_user: "ada", origin: ORIGIN });
    const from = { headers: { origin: ORIGIN } };
    const record = await stored(token);
    await put({ ...record, ...changed } as SessionRecord);
    expect((await list(token, from)).status).toBe(401);
    const { tenantId: tenant_id } = api.tenant.caller;
    expect(api.logged.at(-2)).toMatchObject({ event: "record_refused", table: "sessions", tenant_id });
    await put(record);
    expect((await list(token, from)).status).toBe(200);
  });

  test("of another tenant's key, or of another stage, opens nothing", async () => {
    const token = await session();
    const record = await stored(token);
    const other = await api.createTenant("other");
    const theirs = await stored(await session({}, other.apiKey.reveal()));
    await put({ ...record, key_hash: theirs.key_hash });
    expect((await list(token)).status).toBe(401);
    // The same ids and the same API key, as randomness repeats itself here: the stage's key alone differs.
    const others = wrappingKeyService(seededRandom("another stage"));
    const generateDataKey = async (keys: KeyService, context: KeyContext) => {
      await keys.generateDataKey(context);
      return others.generateDataKey(context);
    };
    const stage = await startApi({
      wrapKeyService: (keys) => ({ ...keys, generateDataKey: (context) => generateDataKey(keys, context) }),
    });
    expect(stage.tenant.apiKey.reveal()).toBe(api.tenant.apiKey.reveal());
    await put(record, stage);
    expect((await stage.call("GET", "/api/v1/tools", { key: token })).status).toBe(401);
    await stage.close();
  });
});
