import { afterEach, describe, expect, test } from "vitest";
import { makeIssuerKey, signToken, startScriptedIssuer } from "../support/scripted-issuer.ts";
import { startedForFile } from "../support/started.ts";
import { type Answer, startApi } from "./api-under-test.ts";

const AUDIENCE = "https://plumbline.test";
const key = makeIssuerKey("first");
const unpublished = makeIssuerKey("first");

const issuer = startedForFile(() => startScriptedIssuer(key));
const api = startedForFile(() =>
  startApi({
    issuer: { issuer: issuer.url, audiences: [AUDIENCE], tenantClaim: "tenant_id" },
  }),
);

afterEach(() => {
  issuer.mode = "well";
  issuer.published = [key];
  // So long that the keys are fetched anew.
  api.clock.advance(11 * 60_000);
});

const seconds = () => Math.floor(api.clock.now() / 1_000);

function claims(changed: Record<string, unknown> = {}): Record<string, unknown> {
  const who = { iss: issuer.url, aud: AUDIENCE, sub: "auth0|ada", tenant_id: api.tenant.caller.tenantId };
  return {
    ...who,
    iat: seconds(),
    exp: seconds() + 86_400,
    scope: "tools:read credentials:write",
    ...changed,
  };
}

const listTools = (token: string) => api.call("GET", "/api/v1/tools", { key: token });
const detailOf = ({ status, json }: Answer) => [status, json.error_code, json.detail];

describe("a caller with a token of the issuer", () => {
  test("acts for the tenant that its claim names, within its scopes", async () => {
    const token = signToken(key, claims());
    expect((await listTools(token)).status).toBe(200);
    const refused = await api.call("GET", "/api/v1/watches", { key: token });
    expect(detailOf(refused)).toEqual([403, "forbidden", expect.stringContaining("watches:read")]);
  });

  test("may do what an agent may when its token names no scopes", async () => {
    const token = signToken(key, claims({ scope: undefined }));
    expect((await listTools(token)).status).toBe(200);
    const called = await api.call("POST", "/api/v1/tools/connections_list", {
      key: token,
      body: { arguments: {} },
    });
    expect(called.status).toBe(200);
    expect((await api.call("GET", "/api/v1/credentials", { key: token })).status).toBe(403);
  });

  test("is no operator, whatever scope it names", async () => {
    const token = signToken(key, claims({ scope: "operator tenants:write *" }));
    expect((await api.call("GET", "/api/v1/tenants", { key: token })).status).toBe(403);
  });

  test("stands with its subject in the log and in the audit log", async () => {
    const token = signToken(key, claims());
    const body = { kind: "chatapp_bot", label: "of a person", token: "xoxb-1" };
    const made = await api.call("POST", "/api/v1/credentials", { key: token, body });
    expect(made.status).toBe(201);
    expect(api.logged.at(-1)).toMatchObject({
      event: "request",
      tenant_id: api.tenant.caller.tenantId,
      key_id: "oidc:auth0|ada",
    });
    const { json } = await api.call("GET", "/api/v1/audit");
    expect(json.items).toContainEqual(
      expect.objectContaining({
        action: "credential.created",
        subject: made.json.id,
        key_id: "oidc:auth0|ada",
      }),
    );
    expect(JSON.stringify([api.logged, api.bodies, await api.allItems()])).not.toContain(token);
  });

  test("of one tenant sees nothing of another", async () => {
    const other = await api.createTenant("other");
    const body = { kind: "notes", label: "of the first", token: "secret_1" };
    const made = await api.call("POST", "/api/v1/credentials", { body });
    const path = `/api/v1/credentials/${made.json.id}`;
    const own = signToken(key, claims({ scope: "credentials:read" }));
    const foreign = signToken(key, claims({ scope: "credentials:read", tenant_id: other.caller.tenantId }));
    expect((await api.call("GET", path, { key: own })).status).toBe(200);
    expect((await api.call("GET", path, { key: foreign })).status).toBe(404);
  });

  test("counts no more from the call on that follows its tenant's deletion", async () => {
    const gone = await api.createTenant("gone");
    const token = signToken(key, claims({ tenant_id: gone.caller.tenantId }));
    expect((await listTools(token)).status).toBe(200);
    await api.call("DELETE", `/api/v1/tenants/${gone.caller.tenantId}`, { key: api.operatorKey });
    expect(detailOf(await listTools(token))).toEqual([
      401,
      "unauthenticated",
      expect.stringContaining("tenant"),
    ]);
  });

  test("is refused once its token expired, also while a slow body comes", async () => {
    const token = signToken(key, claims({ exp: seconds() + 10, scope: "tools:call" }));
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (pulls++ > 0) return controller.close();
      api.clock.advance(71_000);
      controller.enqueue(Buffer.from('{"arguments":{}}'));
    };
    const raw = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    expect((await api.call("POST", "/api/v1/tools/connections_list", { key: token, raw })).status).toBe(401);
  });
});

describe("a token that does not count is a 401 with its reason", () => {
  test.each<[string, () => string, string]>([
    ["alg NONE", () => signToken(key, claims(), { alg: "NONE" }), "algorithm"],
    ["expired", () => signToken(key, claims({ exp: seconds() - 61 })), "expired"],
    ["a key that is not published", () => signToken(unpublished, claims()), "not signed by the issuer"],
    [
      "an unknown tenant",
      () => signToken(key, claims({ tenant_id: "no-such" })),
      "The tenant in this token does not exist",
    ],
    [
      "a tenant in capitals",
      () => signToken(key, claims({ tenant_id: capitals() })),
      "The tenant in this token does not exist",
    ],
    ["100 kB", () => signToken(key, claims({ padding: "a".repeat(100_000) })), "longer than 8192"],
  ])("%s", async (_what, tokenOf, reason) => {
    const answer = await listTools(tokenOf());
    expect(detailOf(answer)).toEqual([401, "unauthenticated", expect.stringContaining(reason)]);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  });

  const capitals = () => api.tenant.caller.tenantId.toUpperCase();
});

describe("the issuer's keys on the wire", () => {
  test("that cannot be fetched are a 503 with Retry-After, and keys go on to open", async () => {
    issuer.mode = "failing";
    api.clock.advance(2 * 3_600_000);
    const refused = await listTools(signToken(key, claims()));
    expect(detailOf(refused)).toEqual([503, "unavailable", expect.stringContaining("OIDC issuer")]);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect((await api.call("GET", "/api/v1/tools")).status).toBe(200);
    issuer.mode = "well";
    api.clock.advance(10_000);
    expect((await listTools(signToken(key, claims()))).status).toBe(200);
  });
});

test("the MCP server's metadata names the issuer, and its 401 the scopes to ask for", async () => {
  const path = "/.well-known/oauth-protected-resource/mcp";
  const metadata = await api.call("GET", path, { key: null });
  expect(metadata.json).toMatchObject({
    resource: "http://plumbline.test/mcp",
    authorization_servers: [issuer.url],
    scopes_supported: ["tools:read", "tools:call"],
  });
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const challenge = async (token: string | null) =>
    (await api.call("POST", "/mcp", { key: token, body })).headers.get("www-authenticate");
  const where = `resource_metadata="http://plumbline.test${path}"`;
  expect(await challenge(null)).toBe(`Bearer scope="tools:read tools:call", ${where}`);
  expect(await challenge(signToken(key, claims({ exp: seconds() - 90 })))).toBe(
    `Bearer scope="tools:read tools:call", error="invalid_token", error_description="This token has expired.", ${where}`,
  );
  expect(await challenge(signToken(key, claims({ scope: "tools:call" })))).toBe(
    `Bearer scope="tools:read", error="insufficient_scope", ${where}`,
  );
});
