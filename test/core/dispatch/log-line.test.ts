import { chatappFailure } from "@plumbline/sandbox/chatapp/failures.ts";
import { json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ChatappUnderTest, startChatappUnderTest } from "./chatapp-under-test.ts";

let under: ChatappUnderTest;

beforeEach(async () => {
  under = await startChatappUnderTest();
});

afterEach(() => under.close());

test("a call that worked leaves exactly one line of exactly these fields", async () => {
  under.chatapp.script("", json({}, 503));
  await under.post({}, { requestId: "request-7" });
  expect(under.logged).toEqual([
    {
      time: "2026-01-01T00:00:00.600Z",
      level: "info",
      event: "tool_call",
      request_id: "request-7",
      tenant_id: under.caller.tenantId,
      credential_id: under.credentialId,
      credential: { id: under.credentialId, kind: "chatapp_bot", label: "Team chat" },
      tool: "chatapp_post_channel",
      attempts: 2,
      elapsed_ms: 600,
      provider_status: 200,
      provider_request_id: "sandbox-1",
      possible_duplicate: true,
    },
  ]);
});

test("a call the provider refused", async () => {
  under.chatapp.scriptAlways(
    "",
    json({ ok: false, error: "internal_error" }, 500, { "x-slack-req-id": "abc/1" }),
  );
  await under.post();
  expect(under.logged).toEqual([
    {
      time: "2026-01-01T00:00:01.800Z",
      level: "warn",
      event: "tool_call",
      tenant_id: under.caller.tenantId,
      credential_id: under.credentialId,
      credential: { id: under.credentialId, kind: "chatapp_bot", label: "Team chat" },
      tool: "chatapp_post_channel",
      attempts: 3,
      elapsed_ms: 1_800,
      error_code: "transient",
      retry_reason: "attempts_exhausted",
      outcome_unknown: true,
      provider_status: 500,
      provider_code: "internal_error",
      provider_request_id: "abc/1",
    },
  ]);
});

test("a call refused before any network", async () => {
  await under.post({ credential_id: "no id" });
  expect(under.logged).toEqual([
    {
      time: "2026-01-01T00:00:00.000Z",
      level: "warn",
      event: "tool_call",
      tenant_id: under.caller.tenantId,
      tool: "chatapp_post_channel",
      attempts: 0,
      elapsed_ms: 0,
      error_code: "validation",
    },
  ]);
});

test("an outcome that is not known is in the line; the id of an earlier step's request is not", async () => {
  under.chatapp.script("POST /api/chat.postMessage", resetAfterReading());
  await under.dm();
  expect(under.callLines()).toHaveLength(1);
  expect(under.callLines()[0]).toMatchObject({
    retry_reason: "outcome_unknown",
    outcome_unknown: true,
    provider_code: "ECONNRESET",
  });
  expect(under.callLines()[0]).not.toHaveProperty("provider_request_id");
  expect(under.callLines()[0]).not.toHaveProperty("provider_status");
});

test.each([
  ["blanks", "two words"],
  ["excess", "x".repeat(129)],
  ["quotes", '"quoted"'],
])("a request id with %s is left out", async (_what, id) => {
  under.chatapp.script(
    "",
    chatappFailure("no_text"),
    json({ ok: false, error: "no_text" }, 400, { "x-slack-req-id": id }),
  );
  await under.post();
  await under.post();
  for (const line of under.callLines()) expect(line).not.toHaveProperty("provider_request_id");
});

test.each(["a sentence, not a code", "x".repeat(200), "<script>"])(
  "what a provider says in place of a code is left out: %s",
  async (error) => {
    under.chatapp.script("", chatappFailure(error));
    await under.post();
    expect(under.callLines()).toHaveLength(1);
    expect(under.callLines()[0]).not.toHaveProperty("provider_code");
  },
);
