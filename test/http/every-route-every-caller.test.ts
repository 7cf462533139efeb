import { AGENT_SCOPES, SCOPES, type Scope } from "@plumbline/core/access/caller.ts";
import type { Access } from "@plumbline/http/endpoints/endpoint.ts";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { ENDPOINTS } from "@plumbline/http/endpoints/list.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { makeIssuerKey, signToken, startScriptedIssuer } from "../support/scripted-issuer.ts";
import { startedForFile } from "../support/started.ts";
import { type Answer, startApi } from "./api-under-test.ts";
import { REVIEWED_ACCESS } from "./reviewed-access.ts";

/** A kind of caller: what it sends, and what it may do. */
interface CallerKind {
  name: string;
  /** The bearer token; `null` sends none. */
  token: string | null;
  /** `nobody`: whoever sends it is not known. */
  may: "nobody" | "operator" | ReadonlySet<Scope>;
  isSession?: boolean;
}

/** Endpoints that a session is kept out of, whatever its scopes say. */
const CLOSED_TO_SESSIONS: readonly string[] = ["getPolicy"];

type Outcome = "let in" | "unknown (401)" | "not allowed (403)" | `failed (${number})`;

const AUDIENCE = "https://plumbline.test";
const issuerKey = makeIssuerKey("first");
const unpublished = makeIssuerKey("first");
const LATER_MS = 3_600_000;

let callers: CallerKind[];

const issuer = startedForFile(() => startScriptedIssuer(issuerKey));
const api = startedForFile(() =>
  startApi({
    issuer: { issuer: issuer.url, audiences: [AUDIENCE], tenantClaim: "tenant_id" },
  }),
);

beforeAll(async () => {
  callers = [...(await tenantKeys()), ...(await endedKeys()), ...(await tokens())];
  api.clock.advance(LATER_MS);
  callers.push(...(await sessions()));
});

async function newKey(
  tenantId: string,
  input: Record<string, unknown> = {},
): Promise<{ token: string; path: string }> {
  const path = `/api/v1/tenants/${tenantId}/keys`;
  const { status, json } = await api.call("POST", path, {
    key: api.operatorKey,
    body: { name: "k", ...input },
  });
  expect(status).toBe(201);
  return { token: String(json.api_key), path: `${path}/${json.key_id}` };
}

async function newSession(key: string, input: Record<string, unknown> = {}): Promise<string> {
  const body = { ttl_seconds: 3_600, ...input };
  const { status, json } = await api.call("POST", "/api/v1/sessions", { key, body });
  expect(status).toBe(201);
  return String(json.session_token);
}

async function tenantKeys(): Promise<CallerKind[]> {
  const { tenantId } = api.tenant.caller;
  const other = await api.createTenant("other");
  const all = new Set(SCOPES.filter((scope) => scope !== "approvals:grant"));
  const ofOneScope = SCOPES.map(async (scope) => ({
    name: `a key with ${scope} alone`,
    token: (await newKey(tenantId, { scopes: [scope] })).token,
    may: new Set([scope]),
  }));
  return [
    { name: "nobody", token: null, may: "nobody" },
    { name: "an operator key", token: api.operatorKey, may: "operator" },
    { name: "a key made without scopes", token: api.tenant.apiKey.reveal(), may: all },
    { name: "another tenant's key", token: other.apiKey.reveal(), may: all },
    {
      name: "an agent's key",
      token: (await newKey(tenantId, { scopes: AGENT_SCOPES })).token,
      may: new Set(AGENT_SCOPES),
    },
    {
      name: "a key that only reads",
      token: (await newKey(tenantId, { read_only: true })).token,
      may: all,
    },
    {
      name: "a key with one tool",
      token: (await newKey(tenantId, { allowed_tools: ["feed_read"] })).token,
      may: all,
    },
    ...(await Promise.all(ofOneScope)),
  ];
}

/** Sessions that are alive when the routes are asked, an hour after the keys were made. */
async function sessions(): Promise<CallerKind[]> {
  const { tenantId } = api.tenant.caller;
  const key = api.tenant.apiKey.reveal();
  const reading = await newKey(tenantId, { scopes: ["sessions:create", "tools:read", "watches:read"] });
  const lone = await newKey(tenantId, { scopes: ["sessions:create"] });
  const ended = await newKey(tenantId);
  const ofEndedKey = await newSession(ended.token);
  await api.call("DELETE", ended.path, { key: api.operatorKey });
  const gone = await api.createTenant("gone with a session");
  const ofGone = await newSession(gone.apiKey.reveal());
  await api.call("DELETE", `/api/v1/tenants/${gone.caller.tenantId}`, { key: api.operatorKey });
  const elsewhere = await newSession(key, { origin: "https://app.example.com" });
  const kinds: CallerKind[] = [
    { name: "a session", token: await newSession(key), may: new Set(AGENT_SCOPES) },
    {
      name: "a session of one tool",
      token: await newSession(key, { tools: ["feed_read"] }),
      may: new Set(AGENT_SCOPES),
    },
    {
      name: "a session of a key that reads",
      token: await newSession(reading.token),
      may: new Set(["tools:read"]),
    },
    { name: "a session of a key with no more", token: await newSession(lone.token), may: new Set() },
    { name: "a session of a revoked key", token: ofEndedKey, may: "nobody" },
    { name: "a session of a deleted tenant", token: ofGone, may: "nobody" },
    { name: "a session from elsewhere", token: elsewhere, may: "nobody" },
  ];
  return kinds.map((kind) => ({ ...kind, isSession: true }));
}

async function endedKeys(): Promise<CallerKind[]> {
  const { tenantId } = api.tenant.caller;
  const revoked = await newKey(tenantId);
  await api.call("DELETE", revoked.path, { key: api.operatorKey });
  const soon = new Date(api.clock.now() + LATER_MS / 2).toISOString();
  const gone = await api.createTenant("gone");
  await api.call("DELETE", `/api/v1/tenants/${gone.caller.tenantId}`, { key: api.operatorKey });
  const ended = {
    "a revoked key": revoked.token,
    "an expired key": (await newKey(tenantId, { expires_at: soon })).token,
    "a deleted tenant's key": gone.apiKey.reveal(),
    "an unknown key": `plk_${"A".repeat(43)}`,
    "an unknown operator key": `plo_${"A".repeat(43)}`,
    "a session that is unknown": `pls_${"A".repeat(64)}`,
    "an expired session": await newSession(api.tenant.apiKey.reveal()),
    "something that is no key": "xoxb-1",
  };
  return Object.entries(ended).map(([name, token]) => ({ name, token, may: "nobody" }));
}

async function tokens(): Promise<CallerKind[]> {
  const now = Math.floor(api.clock.now() / 1_000);
  const who = { iss: issuer.url, aud: AUDIENCE, sub: "ada", tenant_id: api.tenant.caller.tenantId };
  const sign = (changed: Record<string, unknown> = {}, key = issuerKey, header = {}) =>
    signToken(key, { ...who, iat: now, exp: now + 86_400, ...changed }, header);
  const refused = {
    "a token without a signature": sign({}, issuerKey, { alg: "none" }),
    "a token signed by somebody else": sign({}, unpublished),
    "a token for another service": sign({ aud: "https://other.test" }),
    "a token of another issuer": sign({ iss: "https://other.test" }),
    "an expired token": sign({ exp: now + LATER_MS / 2_000 }),
    "a token of a tenant that is unknown": sign({ tenant_id: "00000000-0000-4000-8000-000000000000" }),
  };
  return [
    ...Object.entries(refused).map(([name, token]): CallerKind => ({ name, token, may: "nobody" })),
    { name: "a token without scopes", token: sign(), may: new Set(AGENT_SCOPES) },
    { name: "a token with other scopes", token: sign({ scope: "openid" }), may: new Set() },
    { name: "a token with all scopes", token: sign({ scope: SCOPES.join(" ") }), may: new Set(SCOPES) },
    ...SCOPES.map((scope) => ({
      name: `a token with ${scope} alone`,
      token: sign({ scope }),
      may: new Set([scope]),
    })),
  ];
}

/** By what a route's declared access says; `scopeOfMessage` where the message decides. */
function expectedOutcome(
  { may }: CallerKind,
  access: Access,
  scopeOfMessage: Scope | undefined = undefined,
): Outcome {
  if (access === "public") return "let in";
  if (may === "nobody") return "unknown (401)";
  if (access === "operator" || may === "operator")
    return access === "operator" && may === "operator" ? "let in" : "not allowed (403)";
  const scope = access === "by_message" ? scopeOfMessage : access;
  if (scope !== undefined && !SCOPES.includes(scope)) throw new Error(`No caller is known for ${access}.`);
  return scope === undefined || may.has(scope) ? "let in" : "not allowed (403)";
}

/** Behind the door a request may fail in many ways: it names things that do not exist, in an empty body. */
function outcomeOf({ status, json }: Answer): Outcome {
  if (status === 401 && json.error_code === "unauthenticated") return "unknown (401)";
  if (status === 403 && json.error_code === "forbidden") return "not allowed (403)";
  return [401, 403, 429, 500].includes(status) ? `failed (${status})` : "let in";
}

/** Fills in ids that nothing has. */
function somePath(path: string): string {
  return path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000001");
}

/** Lists the callers that were let in or refused against what the access says. */
async function wronglyServed(
  ask: (token: string | null) => Promise<Answer>,
  expected: (caller: CallerKind) => Outcome,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const caller of callers) {
    const outcome = outcomeOf(await ask(caller.token));
    if (outcome !== expected(caller)) wrong.push(`${caller.name}: ${outcome}, not ${expected(caller)}`);
  }
  return wrong;
}

test("every endpoint of the list declares the access that was reviewed", () => {
  const declared = Object.fromEntries(OPERATIONS.map(({ id, access }) => [id, access]));
  expect(declared).toEqual(REVIEWED_ACCESS);
  expect(Object.keys(declared)).toEqual(ENDPOINTS.map(({ id }) => id));
});

/** The list's endpoints, each with the access that was reviewed. */
const endpoints = ENDPOINTS.map((endpoint) => ({ ...endpoint, access: REVIEWED_ACCESS[endpoint.id] }));

describe("the access alone decides which callers are let in", () => {
  const checkedByRoute = endpoints.filter(({ access }) => access !== "by_message");

  test.each(checkedByRoute)("$method $path ($access)", async ({ id, method, path, access }) => {
    const isClosed = CLOSED_TO_SESSIONS.includes(id);
    const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
    const wrong = await wronglyServed(
      (key) => api.call(method, somePath(path), { key, ...body }),
      (caller) => {
        const expected = expectedOutcome(caller, access);
        return isClosed && caller.isSession && expected === "let in" ? "not allowed (403)" : expected;
      },
    );
    expect(wrong).toEqual([]);
  });

  const messages: [method: string, scope: Scope | undefined][] = [
    ["initialize", undefined],
    ["ping", undefined],
    ["notifications/initialized", undefined],
    ["server/discover", undefined],
    ["tools/list", "tools:read"],
    ["tools/call", "tools:call"],
  ];
  const checkedInside = endpoints.filter(({ access }) => access === "by_message");
  const byMessage = checkedInside.filter(({ id }) => id !== "getApproval");
  const rows = byMessage.flatMap(({ path }) =>
    messages.map(([message, scope]) => ({ path, message, scope })),
  );

  test("is asked by message at the MCP server, and by whose call it was at one approval, alone", () => {
    expect(checkedInside.map(({ id }) => id)).toEqual(["getApproval", "postMcp"]);
  });

  test("any caller of the tenant may ask for an approval, and finds only its own", async () => {
    const wrong = await wronglyServed(
      (key) => api.call("GET", somePath("/api/v1/approvals/:id"), { key }),
      (caller) => expectedOutcome(caller, "by_message"),
    );
    expect(wrong).toEqual([]);
  });

  test.each(rows)("$path with the message $message", async ({ path, message, scope }) => {
    const id = message.startsWith("notifications/") ? {} : { id: 1 };
    const body = { jsonrpc: "2.0", method: message, params: { name: "no_such_tool" }, ...id };
    const headers = { accept: "application/json, text/event-stream" };
    const wrong = await wronglyServed(
      (key) => api.call("POST", path, { key, body, headers }),
      (caller) => expectedOutcome(caller, "by_message", scope),
    );
    expect(wrong).toEqual([]);
  });
});
