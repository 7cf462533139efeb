import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const POST = "/api/v1/tools/chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The board meets on the third floor." };

const api = startedForFile(startApi);

beforeAll(() => api.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken }));

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

test("a preview with an Idempotency-Key is a 400 that says so", async () => {
  const { status, json } = await preview(POST, MESSAGE, { "idempotency-key": "k" });
  expect([status, json.error_code]).toEqual([400, "bad_request"]);
  expect(json.errors).toEqual([{ path: "Idempotency-Key", message: "is not allowed in a preview" }]);
});
