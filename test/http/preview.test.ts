import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const POST = "/api/v1/tools/chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The board meets on the third floor." };

let credentialId: string;

const api = startedForFile(startApi);

beforeAll(async () => {
  const body = { kind: "chatapp_bot", label: "team", token: sampleBotToken };
  const { json } = await api.call("POST", "/api/v1/credentials", { body });
  credentialId = String(json.id);
});

afterEach(() => {
  expect(api.sandbox.chatapp.requests).toEqual([]);
});
const preview = (path: string, args: unknown, headers: Record<string, string> = {}) =>
  api.call("POST", path, { body: { arguments: args, preview: true }, headers });

test("a preview is a 200 with the request that a call would send", async () => {
  const { status, json, text } = await preview(POST, MESSAGE);
  expect(status).toBe(200);
  expect(json).toEqual({
    ok: true,
    tool: "chatapp_post_channel",
    credential: { id: expect.any(String), kind: "chatapp_bot", label: "team" },
    result: {
      requests: [
        {
          method: "POST",
          url: `${api.sandbox.chatapp.url}/api/chat.postMessage`,
          headers: {
            "user-agent": expect.stringMatching(/^Plumbline/),
            "accept-encoding": "identity",
            authorization: "[redacted]",
            "content-type": "application/x-www-form-urlencoded; charset=utf-8",
          },
          body: MESSAGE,
        },
      ],
    },
    attempts: 0,
    elapsed_ms: expect.any(Number),
  });
  expect(text).not.toContain(sampleBotToken);
});

test("preview: false is a call like any other, with an Idempotency-Key too", async () => {
  for (const headers of [{}, { "idempotency-key": "no-preview" }]) {
    const body = { arguments: { ...MESSAGE, text: true }, preview: false };
    const { status, json } = await api.call("POST", POST, { body, headers });
    expect([status, json.error_code]).toEqual([200, "validation"]);
    expect(json.result).toBeUndefined();
  }
});

test.each([null, 0, "false", "true"])("preview: %j is a 400", async (shown) => {
  const { status } = await api.call("POST", POST, { body: { arguments: MESSAGE, preview: shown } });
  expect(status).toBe(400);
});

test("a preview does not count as a use of the credential", async () => {
  await preview(POST, MESSAGE);
  const { json } = await api.call("GET", `/api/v1/credentials/${credentialId}`);
  expect(json).toMatchObject({ last_used_at: null, last_error: null });
});

test("both spellings of a name are taken", async () => {
  const { json } = await preview("/api/v1/tools/social_post__network", { text: "Hello" });
  expect(json).toMatchObject({ tool: "social_post:network", ok: false, error_code: "authentication" });
});

test("bad arguments are a 200 with the call's own refusal", async () => {
  const { status, json } = await preview(POST, { ...MESSAGE, txet: "typo" });
  expect(status).toBe(200);
  expect(json).toMatchObject({ ok: false, error_code: "validation", attempts: 0 });
  expect(json.refusal_reason).toContain("txet");
});

test("a tool nobody knows is a 404", async () => {
  const { status, json } = await preview("/api/v1/tools/nothing", {});
  expect([status, json.error_code]).toEqual([404, "not_found"]);
});

test("a preview with an Idempotency-Key is a 400 that says so", async () => {
  const { status, json } = await preview(POST, MESSAGE, { "idempotency-key": "k" });
  expect([status, json.error_code]).toEqual([400, "bad_request"]);
  expect(json.errors).toEqual([{ path: "Idempotency-Key", message: "is not allowed in a preview" }]);
});

test("a key that may not call may not preview", async () => {
  const { tenantId } = api.tenant.caller;
  const made = await api.call("POST", `/api/v1/tenants/${tenantId}/keys`, {
    key: api.operatorKey,
    body: { name: "reader", scopes: ["tools:read"] },
  });
  const body = { arguments: MESSAGE, preview: true };
  const { status } = await api.call("POST", POST, { body, key: String(made.json.api_key) });
  expect(status).toBe(403);
});
