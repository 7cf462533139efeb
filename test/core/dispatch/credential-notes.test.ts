import { Secret } from "@plumbline/core/access/secret.ts";
import { credentialStatus } from "@plumbline/core/credentials/credential.ts";
import { chatappFailure, chatappUnavailable } from "@plumbline/sandbox/chatapp/failures.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storeWith } from "../../support/store-with.ts";
import { type ChatappUnderTest, startChatappUnderTest } from "./chatapp-under-test.ts";

let under: ChatappUnderTest;

beforeEach(async () => {
  under = await startChatappUnderTest();
});

afterEach(() => under.close());

const stored = () => under.service.credentials.get(under.caller.tenantId, under.credentialId);
const status = async () => credentialStatus(await stored(), under.clock.now(), () => false);

test("a use is noted, at most every hour", async () => {
  expect(await stored()).toMatchObject({ last_used_at: null, last_error: null });
  await under.post();
  expect((await stored()).last_used_at).toBe("2026-01-01T00:00:00.000Z");
  under.clock.advance(3_600_000 - 1);
  await under.post();
  expect((await stored()).last_used_at).toBe("2026-01-01T00:00:00.000Z");
  under.clock.advance(1);
  await under.post();
  expect((await stored()).last_used_at).toBe("2026-01-01T01:00:00.000Z");
});

test("a use that another process noted is not noted again", async () => {
  const other = under.anotherProcess();
  await under.post();
  under.clock.advance(60_000);
  await other.dispatcher.call(under.caller, "chatapp_dm", { to: "U0ADA", text: "Hello" });
  expect((await stored()).last_used_at).toBe("2026-01-01T00:00:00.000Z");
});

test.each([
  ["a 401", text("", 401), "The chat app (Slack) answered 401."],
  ["a refusal under 200", chatappFailure("token_revoked"), "The token has been revoked. (token_revoked)"],
])("%s: the connection needs its owner", async (_what, reply, message) => {
  under.chatapp.script("", reply);
  await under.post();
  expect(await status()).toBe("needs_reconnect");
  expect(await stored()).toMatchObject({
    last_error: { error_code: "authentication", message, at: "2026-01-01T00:00:00.000Z" },
    last_used_at: null,
    version: 1,
  });
});

test.each([
  ["bad input", chatappFailure("channel_not_found")],
  ["a rate limit", chatappFailure("ratelimited")],
  ["a failure in passing", chatappUnavailable()],
])("%s says nothing about the connection", async (_what, reply) => {
  under.chatapp.scriptAlways("", reply);
  await under.post();
  expect(await stored()).toMatchObject({ last_error: null, last_used_at: null });
});

test("a success clears the refusal", async () => {
  under.chatapp.script("", text("", 401));
  await under.post();
  await under.post();
  expect(await stored()).toMatchObject({ last_error: null });
  expect(await status()).toBe("active");
});

test("a new token clears the refusal", async () => {
  under.chatapp.script("", text("", 401));
  await under.post();
  const change = { token: new Secret("xoxb-new") };
  await under.service.credentials.change(under.caller.tenantId, under.credentialId, change);
  expect(await status()).toBe("active");
});

test("a store that takes no notes costs nobody the call", async () => {
  const failing = await startChatappUnderTest({
    wrapCredentialStore: (store) =>
      storeWith(store, { noteUse: () => Promise.reject(new Error("store down: xoxb-sandbox-bot")) }),
  });
  failing.chatapp.script("", text("", 401));
  expect(await failing.post()).toMatchObject({ ok: false, error_code: "authentication" });
  expect(await failing.post()).toMatchObject({ ok: true });
  await failing.close();
  const events = failing.logged.map(({ event }) => event);
  expect(events).toEqual(["credential_note_failed", "tool_call", "credential_note_failed", "tool_call"]);
  expect(failing.logged[0]).toMatchObject({
    level: "warn",
    credential_id: failing.credentialId,
    error_name: "Error",
  });
  expect(JSON.stringify(failing.logged)).not.toContain("store down");
});
