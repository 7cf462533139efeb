import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { mcpRoutes } from "@plumbline/http/endpoints/mcp.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type CallOptions, startApi } from "./api-under-test.ts";

const METADATA = "/.well-known/oauth-protected-resource/mcp";
const ACCEPT = { accept: "application/json, text/event-stream" };
const LIST = { jsonrpc: "2.0", id: 7, method: "tools/list" };

const api = startedForFile(startApi);

const post = ({ headers, ...sent }: CallOptions, search = "") =>
  api.call("POST", `/mcp${search}`, { headers: { ...ACCEPT, ...headers }, ...sent });

/**
 * A message as a client of 2026-07-28 sends it: without a handshake, saying everything of itself each time.
 */
function enveloped(method: string, params: Record<string, unknown> = {}): CallOptions {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "a test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const name = typeof params.name === "string" ? { "mcp-name": params.name } : {};
  return {
    headers: { "mcp-protocol-version": version, "mcp-method": method, ...name },
    body: { jsonrpc: "2.0", id: 7, method, params: { ...params, _meta } },
  };
}

describe("a caller", () => {
  test.each([
    ["without a key", {}, ""],
    ["with what is no key", { authorization: "Basic YTpi" }, ""],
    [
      "with an unknown key",
      { authorization: `Bearer plk_${"A".repeat(43)}` },
      'error="invalid_token", error_description="This API key is unknown, revoked or expired.", ',
    ],
  ])("%s is a 401 that points to the metadata", async (_what, headers, error) => {
    const answer = await post({ key: null, body: LIST, headers });
    expect([answer.status, answer.json.error_code]).toEqual([401, "unauthenticated"]);
    expect(answer.headers.get("www-authenticate")).toBe(
      `Bearer ${error}resource_metadata="http://plumbline.test${METADATA}"`,
    );
  });

  test("finds the metadata there, without a key", async () => {
    const { status, json } = await api.call("GET", METADATA, { key: null });
    expect(status).toBe(200);
    expect(json).toEqual({
      resource: "http://plumbline.test/mcp",
      resource_name: "Plumbline",
      bearer_methods_supported: ["header"],
      scopes_supported: ["tools:read", "tools:call"],
    });
  });

  test("is pointed to where the service is, whatever Host it names", async () => {
    const post = { key: null, body: LIST };
    const evil = (path: string, init: Request) => new Request(`http://evil.example${path}`, init);
    const refused = await api.fetch(evil("/mcp", api.request("POST", "/mcp", post)));
    const metadata = `http://plumbline.test${METADATA}`;
    expect(refused.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${metadata}"`);
    const found = await api.fetch(evil(METADATA, api.request("GET", METADATA, { key: null })));
    expect(await found.json()).toMatchObject({ resource: "http://plumbline.test/mcp" });
  });

  test("is pointed to PUBLIC_URL where the operator set it", async () => {
    const app = createApp(
      api.service,
      mcpRoutes({ ...api.service, publicUrl: "https://plumbline.example/base/" }),
    );
    const refused = await app.fetch(api.request("POST", "/mcp", { key: null, body: LIST }));
    const metadata = `https://plumbline.example/base${METADATA}`;
    expect(refused.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${metadata}"`);
    const found = await app.fetch(api.request("GET", METADATA, { key: null }));
    expect(await found.json()).toMatchObject({ resource: "https://plumbline.example/base/mcp" });
  });

  test("whose key lacks a scope gets a refusal that names it", async () => {
    const path = `/api/v1/tenants/${api.tenant.caller.tenantId}/keys`;
    const body = { name: "reader", scopes: ["tools:read"] };
    const { json } = await api.call("POST", path, { key: api.operatorKey, body });
    const params = { name: "connections_list" };
    const answer = await post({ key: String(json.api_key), ...enveloped("tools/call", params) });
    expect([answer.status, answer.json.detail]).toEqual([
      403,
      expect.stringMatching(/^This key lacks the scope tools:call\. /),
    ]);
    expect(answer.headers.get("www-authenticate")).toMatch(
      /^Bearer error="insufficient_scope", scope="tools:call", resource_metadata="http/,
    );
  });

  test("that sends an Idempotency-Key is refused, since the key would not be honoured, and nothing is done", async () => {
    const sent = enveloped("tools/call", { name: "connections_list" });
    const answer = await post({ ...sent, headers: { ...sent.headers, "idempotency-key": "k" } });
    expect([answer.status, answer.json.error_code]).toEqual([400, "not_supported"]);
    expect(answer.json.detail).toContain("Idempotency-Key");
  });

  test("that is an operator may not", async () => {
    const { status, json } = await post({ key: api.operatorKey, body: LIST });
    expect([status, json.error_code]).toEqual([403, "forbidden"]);
  });
});

describe("a page of a browser", () => {
  async function ask(
    origin: string,
    { at = "http://plumbline.test", key }: { at?: string; key?: null } = {},
  ) {
    const service = { ...api.service, corsOrigins: ["https://app.example"] };
    const app = createApp(service, createRoutes(service));
    const sent = { body: LIST, headers: { ...ACCEPT, origin }, ...(key === null && { key }) };
    const request = new Request(`${at}/mcp`, api.request("POST", "/mcp", sent));
    return app.fetch(request, { baseUrl: "https://plumbline.example/live" });
  }

  test.each(["https://evil.example", "http://plumbline.example", "https://plumbline.example:8443", "null"])(
    "of %s is refused, with a key and without",
    async (origin) => {
      for (const key of [undefined, null] as const) {
        const answer = await ask(origin, key === null ? { key } : {});
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("CORS_ORIGINS") });
      }
    },
  );

  test("of an allowed origin is served, and may read the answer", async () => {
    const answer = await ask("https://app.example");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });

  test("of the service itself is served", async () => {
    expect((await ask("https://plumbline.example")).status).toBe(200);
  });

  test.each(["http://127.0.0.1:8787", "http://[::1]:8787", "http://localhost:8787", "http://127.4.0.2"])(
    "of %s is served where the service was reached there",
    async (at) => {
      expect((await ask(at, { at })).status).toBe(200);
      expect((await ask("http://127.0.0.1:9999", { at })).status).toBe(403);
    },
  );

  test.each(["http://rebound.example:8787", "http://127.0.0.1.evil.example"])(
    "of %s, a name that its owner made resolve to this machine, is refused",
    async (at) => {
      expect((await ask(at, { at })).status).toBe(403);
    },
  );
});

describe("what is no message", () => {
  test.each<[string, CallOptions, number, string]>([
    ["not JSON", { raw: "{" }, 400, "bad_request"],
    ["not UTF-8", { raw: Uint8Array.of(0x22, 0xff, 0x22) }, 400, "bad_request"],
    ["nothing", { raw: "" }, 400, "bad_request"],
    ["null", { body: null }, 400, "bad_request"],
    ["a batch", { body: [LIST, LIST] }, 400, "bad_request"],
    ["a method that is none", { body: { ...LIST, method: 5 } }, 400, "bad_request"],
    [
      "another content type",
      { body: LIST, headers: { "content-type": "text/plain" } },
      415,
      "unsupported_media_type",
    ],
    [
      "over 1 MiB and 64 KiB",
      { body: { ...LIST, params: { x: "x".repeat(1_114_112) } } },
      413,
      "body_too_large",
    ],
    ["nested too deep", { raw: `${'{"a":'.repeat(150)}1${"}".repeat(150)}` }, 400, "bad_request"],
  ])("%s is a problem", async (_what, sent, status, code) => {
    const answer = await post(sent);
    expect([answer.status, answer.json.error_code]).toEqual([status, code]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  });

  test("a batch is refused with the reason", async () => {
    const { json } = await post({ body: [LIST] });
    expect(json.errors).toEqual([
      { path: "", message: expect.stringContaining("batches are not supported") },
    ]);
  });

  test.each<[string, unknown]>([
    ["no JSON-RPC", {}],
    ["another version of it", { ...LIST, jsonrpc: "1.0" }],
    ["an id that is none", { ...LIST, id: {} }],
  ])("%s is the protocol's own error", async (_what, body) => {
    const answer = await post({ body });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ jsonrpc: "2.0", error: { code: -32600 } });
  });

  test.each([
    ["", "tools"],
    ["nothing", '"nothing"'],
    ["connections_list,", '""'],
    ["constructor", '"constructor"'],
  ])("a list of tools %j is a 400 that names what is wrong", async (tools, named) => {
    const { status, json } = await post({ body: LIST }, `?tools=${tools}`);
    expect(status).toBe(400);
    expect(json.detail).toContain(named);
    expect(json.errors).toEqual([{ path: "tools", message: expect.any(String) }]);
  });

  test("an unknown query parameter is a 400", async () => {
    expect((await post({ body: LIST }, "?tool=connections_list")).status).toBe(400);
  });
});

describe("the transport", () => {
  test.each(["GET", "DELETE", "PUT"])("has no %s", async (method) => {
    const { status, headers } = await api.call(method, "/mcp");
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("keeps no sessions: a call needs no handshake", async () => {
    const { status, text, headers } = await post({
      body: { ...LIST, method: "tools/call", params: { name: "connections_list" } },
    });
    expect(status).toBe(200);
    expect(headers.get("mcp-session-id")).toBeNull();
    expect(text).toContain('"text":"{\\"ok\\":true,\\"tool\\":\\"connections_list\\"');
  });

  test("answers as JSON where it can, with the request's id in the header", async () => {
    const { status, json, headers } = await post(enveloped("tools/list"));
    expect([status, json.id, headers.get("content-type")]).toEqual([200, 7, "application/json"]);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("takes a notification and says nothing", async () => {
    const { status, text } = await post({ body: { jsonrpc: "2.0", method: "notifications/initialized" } });
    expect([status, text]).toEqual([202, ""]);
  });

  test.each([
    ["an unknown method", enveloped("resources/list"), 404, -32601],
    [
      "arguments that are a list",
      enveloped("tools/call", { name: "connections_list", arguments: [] }),
      200,
      -32602,
    ],
    ["no name", enveloped("tools/call"), 200, -32602],
    ["a cursor", enveloped("tools/list", { cursor: "x" }), 200, -32602],
  ])("answers %s with the protocol's error", async (_what, sent, status, code) => {
    const answer = await post(sent);
    expect([answer.status, Object(answer.json.error).code]).toEqual([status, code]);
  });

  test("refuses headers that say something else than the message", async () => {
    const sent = enveloped("tools/call", { name: "chatapp_dm" });
    const answer = await post({ ...sent, headers: { ...sent.headers, "mcp-name": "connections_list" } });
    expect([answer.status, Object(answer.json.error).code]).toEqual([400, -32020]);
  });

  test("keeps open no stream for changes that never come", async () => {
    const { status, text } = await post(
      enveloped("subscriptions/listen", { notifications: { toolsListChanged: true } }),
    );
    expect(status).toBe(200);
    expect(text).toContain('"resultType":"complete"');
  });

  test("tells nothing of the inside when a call fails in it", async () => {
    const dispatcher = { call: () => Promise.reject(new TypeError("secret of the inside")) };
    const service = {
      ...api.service,
      dispatcher: Object.assign(Object.create(api.service.dispatcher), dispatcher),
    };
    const app = createApp(service, mcpRoutes(service));
    for (const sent of [
      enveloped("tools/call", { name: "connections_list" }),
      { body: { ...LIST, method: "tools/call", params: { name: "connections_list" } } },
    ]) {
      const headers = { ...ACCEPT, ...("headers" in sent && sent.headers) };
      const answer = await app.fetch(api.request("POST", "/mcp", { ...sent, headers }));
      const text = await answer.text();
      expect(text).toContain('"code":-32603');
      expect(text).not.toContain("secret of the inside");
    }
  });
});

test("a refused Accept is answered, and leaves no stack in the log", async () => {
  const before = api.logged.length;
  const { status } = await post({ body: LIST, headers: { accept: "text/plain" } });
  expect(status).toBe(406);
  expect(api.logged.slice(before).filter(({ event }) => event === "mcp_error")).toEqual([]);
});
