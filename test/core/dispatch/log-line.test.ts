import { chatappFailure } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, startChatappUnderTest } from "./chatapp-under-test.ts";

const under = startedForEach(startChatappUnderTest);

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

describe("same account", () => {
  const SECOND_TOKEN = "xoxb-second-workspace-token";

  describe("a call without credential_id never moves to another account", () => {
    let second: string;

    beforeEach(async () => {
      const token = under.chatapp.workspace.tokens.get(sampleBotToken);
      if (token) under.chatapp.workspace.tokens.set(SECOND_TOKEN, token);
      second = await under.connect({
        label: "Second",
        token: SECOND_TOKEN,
        expires_at: "2026-01-01T01:00:00Z",
      });
      expect(refused(await under.post()).error_code).toBe("validation");
      under.chatapp.clear();
    });

    /** The call must be refused with both accounts, the second one in this status. */
    async function stillAmbiguous(status: string) {
      const result = refused(await under.post());
      expect(under.chatapp.requests).toEqual([]);
      expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
      expect(result).not.toHaveProperty("credential");
      expect(result.refusal_reason).toContain(`${under.credentialId} (chatapp_bot, "Team chat", active)`);
      expect(result.refusal_reason).toContain(`${second} (chatapp_bot, "Second", ${status})`);
    }

    test("when one of two expires between two calls", async () => {
      under.clock.advance(3_600_000);
      await stillAmbiguous("expired");
    });

    test("when the provider rejects one of two between two calls", async () => {
      under.chatapp.workspace.tokens.delete(SECOND_TOKEN);
      expect(refused(await under.post({ credential_id: second })).error_code).toBe("authentication");
      under.chatapp.clear();
      await stillAmbiguous("needs_reconnect");
    });
  });

  describe("credentials without the metadata that a tool needs", () => {
    const send = (args: Record<string, unknown> = {}) =>
      under.service.dispatcher.call(under.caller, "email_send", {
        to: ["grace@example.com"],
        subject: "Hello",
        text: "Hello",
        ...args,
      });
    const hooks = { kind: "generic_api_key", label: "Hooks", metadata: { allowed_hosts: ["hooks.example"] } };
    const calendar = { kind: "mail_oauth_a", label: "Calendar" };

    test("are no choice, and the refusal says what each lacks", async () => {
      await under.connect(hooks);
      await under.connect(calendar);
      const result = refused(await send());
      expect(result).toMatchObject({ error_code: "authentication", attempts: 0 });
      expect(result.refusal_reason).toBe(
        "There is no credential of kind mail_oauth_a (with metadata.username) or mail_oauth_b (with metadata.username) or " +
          "generic_api_key (with metadata.smtp_host and metadata.username): " +
          '"Calendar" has no metadata.username; "Hooks" has no metadata.smtp_host or metadata.username.',
      );
      expect(result.next_step).toBe(
        'Store the token of "Calendar" again with metadata.username, or connect another account.',
      );
    });

    test("of a webhook are never to be mended with a mail server, which would be refused", async () => {
      const credential_id = await under.connect(hooks);
      expect(refused(await send({ credential_id })).next_step).toBe(
        "Use another credential (call connections_list to see them), or connect another account.",
      );
      expect(refused(await send()).next_step).toMatch(/^Connect one of kind .*generic_api_key .* first\.$/);
      await under.connect({ kind: "generic_api_key", label: "Bare" });
      expect(refused(await send()).next_step).toMatch(
        /^Store the token of "Bare" again with metadata\.smtp_host/,
      );
    });

    test.each([
      [
        "a webhook key for mail",
        "email_send",
        hooks,
        '"Hooks" has no metadata.smtp_host or metadata.username',
      ],
      ["a calendar token for a mailbox", "email_search", calendar, '"Calendar" has no metadata.username'],
      [
        "a mail password for a webhook",
        "http_post_json",
        {
          kind: "generic_api_key",
          label: "Mail",
          metadata: { smtp_host: "smtp.example.com", username: "ada@example.com" },
        },
        '"Mail" has metadata.smtp_host, so it is for a different purpose',
      ],
    ])("%s is refused by name", async (_what, tool, credential, reason) => {
      const credential_id = await under.connect(credential);
      const args = {
        email_send: { to: ["grace@example.com"], subject: "Hello", text: "Hello" },
        email_search: { query: "is:unread" },
        http_post_json: { url: "https://hooks.example/in", body: {} },
      }[tool];
      const calling = under.service.dispatcher.call(under.caller, tool, { ...args, credential_id });
      const result = refused(await calling);
      expect(result).toMatchObject({
        error_code: "validation",
        refusal_reason: `The credential ${reason}.`,
        next_step: expect.any(String),
        credential: { id: credential_id, label: credential.label },
        attempts: 0,
      });
    });
  });
});
