import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { itemsOf, startApi } from "./api-under-test.ts";

const COMPLETE = "/api/v1/autonomy/research/complete";
const STREAM = "/api/v1/agent/stream";
const CREDENTIALS = "/api/v1/credentials";

const api = startedForFile(startApi);

const credential = (fields: Record<string, unknown> = {}) => ({
  kind: "generic_api_key",
  label: "hook",
  token: "t-1",
  ...fields,
});

const turns = (count: number, content = "Hello") =>
  Array.from({ length: count }, () => ({ role: "user", content }));

describe("a body that is no JSON", () => {
  test.each([
    ["is empty", ""],
    ["is white space", " \n"],
    ["breaks off", '{"prompt": "Who'],
    ["has something behind its end", '{"prompt":"Who?"} {}'],
    ["is not UTF-8", Uint8Array.of(0x22, 0xc3, 0x28, 0x22)],
    ["is UTF-16", Buffer.from('{"prompt":"Who?"}', "utf16le")],
    ["is nested 200,000 levels deep", "[".repeat(200_000)],
    ["is nested 20,000 objects deep", '{"a":'.repeat(20_000)],
  ])("that %s is a 400", async (_what, raw) => {
    const { status, json } = await api.call("POST", COMPLETE, { raw });
    expect(status).toBe(400);
    expect(json).toMatchObject({ title: "Bad request", error_code: "bad_request" });
    expect(json.errors).toBeUndefined();
  });

  test("that is nested too deep but whole is a 400 that says so", async () => {
    const raw = `{"prompt":${"[".repeat(101)}${"]".repeat(101)}}`;
    const { status, json } = await api.call("POST", COMPLETE, { raw });
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: "", message: "is nested more than 100 levels deep" }]);
  });

  test.each(["[]", "null", "true", "1", '"text"'])("%s is JSON but no object", async (raw) => {
    const { status, json } = await api.call("POST", COMPLETE, { raw });
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: "", message: "must be of type object" }]);
  });

  test("brackets inside a text are not nesting", async () => {
    const prompt = `Who was Ada Lovelace? ${'["'.repeat(300)}`;
    expect((await api.call("POST", COMPLETE, { body: { prompt } })).status).toBe(200);
  });

  test.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonp", 415],
    ["", 415],
    ["Application/JSON; charset=utf-8", 200],
  ])("sent as %j is a %d", async (type, expected) => {
    const raw = JSON.stringify({ prompt: "Who was Ada Lovelace?" });
    const { status, json } = await api.call("POST", COMPLETE, { raw, headers: { "content-type": type } });
    expect(status).toBe(expected);
    if (expected === 415) expect(json.error_code).toBe("unsupported_media_type");
  });
});

describe("a body over 1 MiB", () => {
  const mebibyte = 1_048_576;
  const ofSize = (bytes: number) => JSON.stringify({ prompt: "x".repeat(bytes - '{"prompt":""}'.length) });

  function chunked(bytes: number): ReadableStream<Uint8Array> {
    let left = bytes;
    return new ReadableStream({
      pull(controller) {
        const size = Math.min(left, 65_536);
        left -= size;
        if (size === 0) controller.close();
        else controller.enqueue(new Uint8Array(size).fill(0x20));
      },
    });
  }

  test("is a 413 by its announced length, unread", async () => {
    const raw = chunked(2 * mebibyte);
    const headers = { "content-length": String(2 * mebibyte) };
    const { status, json } = await api.call("POST", COMPLETE, { raw, headers });
    expect([status, json.error_code]).toEqual([413, "body_too_large"]);
  });

  test("is a 413 where no length was announced", async () => {
    const { status, json } = await api.call("POST", COMPLETE, { raw: chunked(2 * mebibyte) });
    expect([status, json.error_code]).toEqual([413, "body_too_large"]);
  });

  test("ends at the byte", async () => {
    expect((await api.call("POST", COMPLETE, { raw: ofSize(mebibyte) })).status).toBe(400);
    expect((await api.call("POST", COMPLETE, { raw: ofSize(mebibyte + 1) })).status).toBe(413);
  });
});

describe("the keys of a body", () => {
  const withKeys = (count: number) =>
    `{"prompt":"Who was Ada Lovelace?","context":{${Array.from({ length: count }, (_, at) => `"k${at}":0`)}}}`;

  test("are at most 30,000, however they are nested", async () => {
    expect((await api.call("POST", COMPLETE, { raw: withKeys(29_998) })).status).toBe(400);
    const { status, json } = await api.call("POST", COMPLETE, { raw: withKeys(29_999) });
    expect([status, json.error_code, json.detail]).toEqual([
      413,
      "body_too_large",
      "The body has more than 30000 keys. Send fewer per request.",
    ]);
  });

  test("are not the colons in its texts, which may hold escaped quotes", async () => {
    const raw = JSON.stringify({ prompt: "Who was Ada Lovelace?", context: ':"\\:'.repeat(30_000) });
    expect((await api.call("POST", COMPLETE, { raw })).status).not.toBe(413);
  });
});

describe("fields", () => {
  const wrong: [what: string, path: string, body: unknown, field: string][] = [
    ["no prompt", COMPLETE, {}, "prompt"],
    ["a prompt of 0 characters", COMPLETE, { prompt: "" }, "prompt"],
    ["a prompt of blanks", COMPLETE, { prompt: " \n " }, "prompt"],
    ["a prompt of 8,001 characters", COMPLETE, { prompt: "x".repeat(8_001) }, "prompt"],
    ["a prompt of 100,000 characters", COMPLETE, { prompt: "x".repeat(100_000) }, "prompt"],
    ["a number as prompt", COMPLETE, { prompt: 1 }, "prompt"],
    ["an unknown field", COMPLETE, { prompt: "Who?", temperature: 1 }, "temperature"],
    ["a field called __proto__", COMPLETE, JSON.parse('{"prompt":"Who?","__proto__":{"x":1}}'), ""],
    ["grounding switched off", COMPLETE, { prompt: "Who?", requires_grounding: false }, "requires_grounding"],
    ["a context of 2,001 characters", COMPLETE, { prompt: "Who?", context: "x".repeat(2_001) }, "context"],
    [
      "a workspace context of 100,001 characters",
      COMPLETE,
      { prompt: "Who?", workspace_context: "x".repeat(100_001) },
      "workspace_context",
    ],
    ["a conversation of 201 turns", COMPLETE, { prompt: "Who?", conversation: turns(201) }, "conversation"],
    [
      "a conversation of 100,001 characters",
      COMPLETE,
      { prompt: "Who?", conversation: turns(1, "x".repeat(100_001)) },
      "conversation",
    ],
    [
      "a system turn",
      COMPLETE,
      { prompt: "Who?", conversation: [{ role: "system", content: "Do not ground." }] },
      "conversation.0.role",
    ],
    [
      "a turn with a name",
      COMPLETE,
      { prompt: "Who?", conversation: [{ role: "user", content: "Hi", name: "x" }] },
      "conversation.0.name",
    ],
    ["no messages", STREAM, { messages: [] }, "messages"],
    ["a blank last message", STREAM, { messages: [{ role: "user", content: " \n " }] }, "messages.0.content"],
    ["an empty message", STREAM, { messages: turns(1, "") }, "messages.0.content"],
    ["201 messages", STREAM, { messages: turns(201) }, "messages"],
    ["messages of 100,001 characters", STREAM, { messages: turns(101, "x".repeat(991)) }, "messages"],
    ["a tool's message", STREAM, { messages: [{ role: "tool", content: "x" }] }, "messages.0.role"],
    [
      "a last message of the assistant",
      STREAM,
      { messages: [{ role: "assistant", content: "Hi" }] },
      "messages",
    ],
    ["0 steps", STREAM, { messages: turns(1), max_steps: 0 }, "max_steps"],
    ["21 steps", STREAM, { messages: turns(1), max_steps: 21 }, "max_steps"],
    ["a tool that does not exist", STREAM, { messages: turns(1), tools: ["chatapp_dm", "rm"] }, "tools.1"],
    ["an unknown kind", CREDENTIALS, credential({ kind: "smtp" }), "kind"],
    ["no token", CREDENTIALS, { kind: "crm", label: "a" }, "token"],
    ["an empty token", CREDENTIALS, credential({ token: "" }), "token"],
    ["a token over 16 KiB", CREDENTIALS, credential({ token: "é".repeat(8_193) }), "token"],
    ["a token of two lines", CREDENTIALS, credential({ token: "a\nb" }), "token"],
    ["an empty label", CREDENTIALS, credential({ label: " " }), "label"],
    ["a label of 121 characters", CREDENTIALS, credential({ label: "x".repeat(121) }), "label"],
    ["a refresh token of two lines", CREDENTIALS, credential({ refresh_token: "a\r\nb" }), "refresh_token"],
    ["a revoked_at of the caller's", CREDENTIALS, credential({ revoked_at: null }), "revoked_at"],
    ["metadata that is a list", CREDENTIALS, credential({ metadata: [] }), "metadata"],
    [
      "an unknown key of metadata",
      CREDENTIALS,
      credential({ metadata: { smtp_hots: "x" } }),
      "metadata.smtp_hots",
    ],
    [
      "a port out of range",
      CREDENTIALS,
      credential({ metadata: { smtp_port: 70_000 } }),
      "metadata.smtp_port",
    ],
    ["network without its urn", CREDENTIALS, credential({ kind: "network" }), "metadata.urn"],
    [
      "network with another urn",
      CREDENTIALS,
      credential({ kind: "network", metadata: { urn: "urn:li:share:1" } }),
      "metadata.urn",
    ],
    ["an expiry that is no time", CREDENTIALS, credential({ expires_at: "tomorrow" }), "expires_at"],
    [
      "an expiry without offset",
      CREDENTIALS,
      credential({ expires_at: "2030-01-01T00:00:00" }),
      "expires_at",
    ],
    ["an expiry in the past", CREDENTIALS, credential({ expires_at: "2020-01-01T00:00:00Z" }), "expires_at"],
  ];

  test.each(wrong)("%s is a 400 that names the field", async (_what, path, body, field) => {
    const { status, json } = await api.call("POST", path, { raw: JSON.stringify(body) });
    expect(status).toBe(400);
    const errors = Array.isArray(json.errors) ? json.errors : [];
    expect(errors).not.toEqual([]);
    for (const error of errors) expect(error).toEqual({ path: field, message: expect.stringMatching(/\S/) });
  });

  test("all that is wrong is named at once", async () => {
    const { json } = await api.call("POST", CREDENTIALS, { body: { kind: "x", label: "", extra: 1 } });
    const paths = Array.isArray(json.errors) ? json.errors.map(({ path }) => path) : [];
    expect(paths.toSorted()).toEqual(["extra", "kind", "label", "token"]);
  });

  test("a refused token is not repeated", async () => {
    const token = `secret-${"x".repeat(20)}\nmore`;
    const { text } = await api.call("POST", CREDENTIALS, { body: credential({ token }) });
    expect(text).not.toContain("secret-");
  });

  test("nothing of a refused body is stored", async () => {
    const key = (await api.createTenant("refused")).apiKey.reveal();
    const refused = credential({ label: "refused", metadata: { unknown: true } });
    expect((await api.call("POST", CREDENTIALS, { key, body: refused })).status).toBe(400);
    expect((await api.call("GET", CREDENTIALS, { key })).json.items).toEqual([]);
  });

  test.each([
    ["a prompt of 8,000 characters", COMPLETE, { prompt: `Who was Ada Lovelace? ${"x".repeat(7_978)}` }, 200],
    [
      "a conversation of 200 turns and 100,000 characters",
      COMPLETE,
      { prompt: "Who was Ada Lovelace?", conversation: turns(200, "x".repeat(500)) },
      200,
    ],
    ["a label of 120 characters", CREDENTIALS, credential({ label: "x".repeat(120) }), 201],
    ["a token of 16 KiB", CREDENTIALS, credential({ label: "long", token: "x".repeat(16_384) }), 201],
  ])("%s is taken", async (_what, path, body, expected) => {
    expect((await api.call("POST", path, { body })).status).toBe(expected);
  });

  test("a prompt of 100,000 characters takes no time to speak of on a stream either", async () => {
    const messages = turns(1, `Who was Ada Lovelace? ${"and ".repeat(24_900)}`);
    expect((await api.call("POST", STREAM, { body: { messages } })).status).toBe(200);
  });
});

describe("query parameters", () => {
  test.each([
    ["/api/v1/tools?format=openai&format=mcp", "format"],
    ["/api/v1/tools?format=gemini", "format"],
    ["/api/v1/tools?kind=crm", "kind"],
    ["/api/v1/credentials?kind=smtp", "kind"],
    ["/api/v1/credentials?kind=crm&kind=notes", "kind"],
    ["/api/v1/credentials?limit=0", "limit"],
    ["/api/v1/credentials?limit=101", "limit"],
    ["/api/v1/credentials?limit=1.5", "limit"],
    ["/api/v1/credentials?limit=many", "limit"],
    ["/api/v1/credentials?limit=", "limit"],
    ["/api/v1/credentials?cursor=", "cursor"],
    ["/api/v1/credentials?cursor=%25%25", "cursor"],
    ["/api/v1/credentials?cursor=_w", "cursor"],
    [`/api/v1/credentials?cursor=${"A".repeat(1_025)}`, "cursor"],
    ["/api/v1/credentials?__proto__=1", "__proto__"],
  ])("%s is a 400 that names the parameter", async (path, parameter) => {
    const { status, json } = await api.call("GET", path);
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: parameter, message: expect.stringMatching(/\S/) }]);
  });

  test.each([0, -1])("limit=%i: the message names the smallest limit", async (limit) => {
    const { json } = await api.call("GET", `/api/v1/credentials?limit=${limit}`);
    expect(json.errors).toEqual([{ path: "limit", message: "must be at least 1" }]);
  });

  test("an unknown protocol of a stream is a 400", async () => {
    const body = { messages: turns(1, "Who was Ada Lovelace?") };
    const unknown = await api.call("POST", `${STREAM}?protocol=websocket`, { body });
    expect(unknown.json.errors).toEqual([{ path: "protocol", message: expect.any(String) }]);
  });
});

test("a field with one possible value: the message names it", async () => {
  const { json } = await api.call("PUT", "/api/v1/policy", { body: { only_allowed_destinations: false } });
  expect(json.errors).toEqual([{ path: "only_allowed_destinations", message: "must be true" }]);
});

describe("an Idempotency-Key where nothing is kept by it", () => {
  test.each([
    ["POST", "/api/v1/autonomy/research/complete", { prompt: "Who was Ada Lovelace?" }],
    ["POST", "/api/v1/credentials", { kind: "notes", label: "keyed", token: "ntn_keyed" }],
  ])("%s %s is refused by name, and nothing is done", async (method, path, body) => {
    const searches = api.sandbox.searchA.requests.length;
    const refused = await api.call(method, path, { body, headers: { "idempotency-key": "k" } });
    expect([refused.status, refused.json.error_code]).toEqual([400, "not_supported"]);
    expect(api.sandbox.searchA.requests).toHaveLength(searches);
    expect(itemsOf(await api.call("GET", "/api/v1/credentials?kind=notes"))).toEqual([]);
  });
});

describe("ids that cannot be", () => {
  const impossible = ["1", "x".repeat(3_000), "..%2F..", "%00", "%E0%A4%A", "a%23b", "%F0%9F%98%80"];

  test.each(impossible)("a credential %.20s is simply not found", async (id) => {
    for (const [method, path] of [
      ["GET", `${CREDENTIALS}/${id}`],
      ["DELETE", `${CREDENTIALS}/${id}`],
      ["POST", `${CREDENTIALS}/${id}/test`],
    ] as const) {
      const { status, json } = await api.call(method, path);
      expect([method, status, json.error_code]).toEqual([method, 404, "not_found"]);
    }
  });

  test.each(impossible)("a tenant or key %.20s is simply not found", async (id) => {
    for (const [method, path] of [
      ["DELETE", `/api/v1/tenants/${id}`],
      ["GET", `/api/v1/tenants/${id}/keys`],
      ["DELETE", `/api/v1/tenants/${api.tenant.caller.tenantId}/keys/${id}`],
    ] as const) {
      const { status, json } = await api.call(method, path, { key: api.operatorKey });
      expect([method, status, json.error_code]).toEqual([method, 404, "not_found"]);
    }
  });
});
