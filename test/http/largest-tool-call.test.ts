import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type CallOptions, startApi } from "./api-under-test.ts";

const MEBIBYTE = 1_048_576;
/** Bytes a tool call's request may have: a whole MiB, and 64 KiB for the envelope. */
const LARGEST_CALL = MEBIBYTE + 65_536;

const api = startedForFile(() => startApi(({ webhook }) => ({ egressAllow: `127.0.0.1:${webhook.port}` })));

/** A text whose JSON has so many bytes. */
const ofBytes = (bytes: number) => "x".repeat(bytes - '""'.length);

const hook = (body: string) => ({ url: `${api.sandbox.webhook.url}/hook`, body });

const overHttp = (body: string) =>
  api.call("POST", "/api/v1/tools/http_post_json", { body: { arguments: hook(body) } });

function overMcp(body: string) {
  const message: CallOptions = {
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "http_post_json", arguments: hook(body) },
    },
  };
  return api.call("POST", "/mcp", message);
}

describe.each([
  ["HTTP", overHttp],
  ["MCP", overMcp],
])("a body of http_post_json by %s", (_way, send) => {
  test("of exactly 1 MiB arrives whole", async () => {
    const before = api.sandbox.webhook.requests.length;
    const { status, text } = await send(ofBytes(MEBIBYTE));
    expect(status).toBe(200);
    expect(text).not.toContain("error_code");
    expect(api.sandbox.webhook.requests.slice(before).map(({ body }) => body.length)).toEqual([MEBIBYTE]);
  });

  test("of one byte more is refused by the tool, and says why", async () => {
    const before = api.sandbox.webhook.requests.length;
    const { status, text } = await send(ofBytes(MEBIBYTE + 1));
    expect(status).toBe(200);
    expect(text).toContain("body: is 1048577 bytes as JSON; at most 1 MiB (1048576 bytes) can be posted.");
    expect(text).toContain("validation");
    expect(api.sandbox.webhook.requests.length).toBe(before);
  });
});

test("a request ends at the byte, and the refusal names the limit", async () => {
  const envelope = JSON.stringify({ arguments: hook("") }).length;
  const fitting = await overHttp("x".repeat(LARGEST_CALL - envelope));
  expect([fitting.status, fitting.json.error_code]).toEqual([200, "validation"]);
  const over = await overHttp("x".repeat(LARGEST_CALL - envelope + 1));
  expect([over.status, over.json.error_code]).toEqual([413, "body_too_large"]);
  expect(over.json.detail).toBe("The body is larger than 1 MiB and 64 KiB.");
});

test("every other body still ends at 1 MiB", async () => {
  const { status, json } = await api.call("POST", "/api/v1/autonomy/research/complete", {
    body: { prompt: "x".repeat(MEBIBYTE) },
  });
  expect([status, json.detail]).toEqual([413, "The body is larger than 1 MiB."]);
});
