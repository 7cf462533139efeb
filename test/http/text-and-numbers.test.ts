import { describe, expect, test } from "vitest";
import { startApi, startedWithTenants } from "./api-under-test.ts";

const api = startedWithTenants(() =>
  startApi(({ webhook }) => ({ egressAllow: `127.0.0.1:${webhook.port}` })),
);

const ID = "1234567890123456789";

/** Posts a call whose arguments are written as they are. */
const callTool = (tool: string, args: string) =>
  api.call("POST", `/api/v1/tools/${tool}`, { raw: `{"arguments":${args}}` });
const post = (body: string) =>
  callTool("http_post_json", `{"url":"${api.sandbox.webhook.url}/hook","body":${body}}`);

const callMcp = async (body: string) => {
  const params = `{"name":"http_post_json","arguments":{"url":"${api.sandbox.webhook.url}/hook","body":${body}}}`;
  const raw = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  return (await api.call("POST", "/mcp", { raw, headers })).text;
};

describe("a whole number that a double cannot hold", () => {
  test("is refused as an argument, by its path, and nothing is sent", async () => {
    const { status, json } = await post(`{"items":[{"id":${ID}}]}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ ok: false, error_code: "validation", attempts: 0 });
    expect(json.refusal_reason).toBe(
      "Invalid arguments for http_post_json: body.items.0.id: is an integer that JSON parsers round; send it as a string.",
    );
    expect(api.sandbox.webhook.requests).toHaveLength(0);
  });

  test("is refused over MCP as well", async () => {
    expect(await callMcp(`{"id":${ID}}`)).toMatch(/body\.id: is an integer .* send it as a string/);
    expect(api.sandbox.webhook.requests).toHaveLength(0);
  });

  test("so is one that is Infinity once it is read", async () => {
    expect((await post("[1e400]")).json.refusal_reason).toContain("body.0: is an integer");
  });

  test("is refused by a 400 in any other body", async () => {
    const raw = `{"kind":"crm","label":"a","token":"t","metadata":{"portal":${ID}}}`;
    const { status, json } = await api.call("POST", "/api/v1/credentials", { raw });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error_code: "bad_request", errors: [{ path: "metadata.portal" }] });
  });

  test("is sent where a double holds it, and as the text that it is", async () => {
    await post(`{"a":9007199254740991,"b":"${ID}","c":0.12345678901234567}`);
    expect(api.sandbox.webhook.requests[0]?.text).toBe(
      `{"a":9007199254740991,"b":"${ID}","c":0.12345678901234566}`,
    );
  });
});

describe("a text that is not well formed", () => {
  const BODY = String.raw`{"cut \ud83d":"a\u0000b\b \ude00"}`;

  test("is mended before it is sent and shown", async () => {
    await post(BODY);
    expect(api.sandbox.webhook.requests[0]?.text).toBe('{"cut \ufffd":"ab \ufffd"}');
    const raw = `{"preview":true,"arguments":{"url":"${api.sandbox.webhook.url}/hook","body":${BODY}}}`;
    const preview = await api.call("POST", "/api/v1/tools/http_post_json", { raw });
    expect(JSON.stringify(preview.json)).toContain("ab \ufffd");
  });

  test("is mended over MCP as well", async () => {
    await callMcp(BODY);
    expect(api.sandbox.webhook.requests[0]?.text).toBe('{"cut \ufffd":"ab \ufffd"}');
  });

  test.each([
    ["JSON", "application/json", String.raw`{"cut \ud83d":"a\u0000b"}`, { "cut \ufffd": "ab" }],
    ["text", "text/plain", "a\0b\u001b[1m\n", "ab[1m\n"],
  ])("is mended in an answer of %s", async (_what, type, body, read) => {
    api.sandbox.webhook.script("", { status: 200, headers: { "content-type": type }, body });
    expect((await post("{}")).json).toMatchObject({ ok: true, result: { body: read } });
  });
});
