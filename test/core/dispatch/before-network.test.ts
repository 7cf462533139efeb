import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { advisedWith } from "../../adapters/adapter-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import { refused, startChatappUnderTest } from "./chatapp-under-test.ts";

const under = startedForEach(startChatappUnderTest);

const UNKNOWN_ID = "3f0c9b58-64b2-4f6e-9d38-0f8f3a1d2c11";

/** The refusal of a call that must not have reached the network. */
function unsent(result: DispatchResult) {
  expect(under.chatapp.requests).toEqual([]);
  expect(under.clock.waits).toEqual([]);
  return refused(result);
}

test("a tool nobody knows is no result but an error of the service", async () => {
  const calling = under.service.dispatcher.call(under.caller, `chatapp_${"x".repeat(500)}`, {});
  await expect(calling).rejects.toMatchObject({ code: "not_found" });
  await expect(calling).rejects.toThrow(
    /^There is no tool called chatapp_x{72}\. Did you mean .+\? GET \/api\/v1\/tools lists them\.$/,
  );
});

test("the refusal of an unknown tool names those that may be meant", async () => {
  const calling = under.service.dispatcher.call(under.caller, "post_channel", {});
  await expect(calling).rejects.toThrow(
    /^There is no tool called post_channel\. Did you mean chatapp_post_channel( or [a-z_:]+)*\? GET /,
  );
});

describe("arguments", () => {
  test.each([
    ["one that is not known", { txet: "Hello" }, "txet: is not a known field"],
    ["one that is missing", { text: undefined }, "text: is required"],
    ["one of the wrong type", { text: true }, "text: "],
    ["an empty text", { text: "" }, "text: "],
    ["a text of blanks", { text: " \n\t " }, "text: must contain more than whitespace"],
    ["a text over 100,000 characters", { text: "x".repeat(100_001) }, "text: "],
    ["a text of too many messages", { text: "**a** ".repeat(9_000) }, "messages; one call may send 20"],
    ["a channel with blanks", { channel: "general chat" }, "channel: must be a channel id"],
    ["a thread that is no message id", { thread_ts: "yesterday" }, "thread_ts: must be a message id"],
    ["a credential_id that is no UUID", { credential_id: "Team chat" }, "credential_id: "],
    ["a time-out of nothing", { timeout_seconds: 0 }, "timeout_seconds: "],
    ["a time-out of two minutes and a second", { timeout_seconds: 121 }, "timeout_seconds: "],
    ["a time-out in fractions", { timeout_seconds: 1.5 }, "timeout_seconds: "],
    ["a time-out in words", { timeout_seconds: "five" }, "timeout_seconds: "],
  ])("%s", async (_what, args, reason) => {
    const result = unsent(await under.post(args));
    expect(result.error_code).toBe("validation");
    expect(result.refusal_reason).toContain(reason);
  });

  test.each([["text"], [17], [["list"]], [true]])("%o in place of an object", async (args) => {
    const calling = under.service.dispatcher.call(under.caller, "chatapp_post_channel", args);
    expect(unsent(await calling)).toMatchObject({ error_code: "validation", attempts: 0 });
  });

  test.each([null, undefined])("%o counts as no arguments", async (args) => {
    expect(await under.service.dispatcher.call(under.caller, "connections_list", args)).toMatchObject({
      ok: true,
    });
  });

  test.each(["not an address", "ada@", "general"])("a person who cannot be told from %o", async (to) => {
    expect(unsent(await under.dm({ to })).refusal_reason).toMatch(
      /^Invalid arguments for chatapp_dm: to: must be a user id/,
    );
  });

  test("many wrong ones are reported together, and so is what to do", async () => {
    const result = unsent(await under.post({ text: true, channel: true, thread_ts: 3 }));
    expect(result.refusal_reason).toMatch(
      /^Invalid arguments for chatapp_post_channel: .*channel: .*text: .*thread_ts: /,
    );
    expect(result.attempts).toBe(0);
    expect(result.next_step).toMatch(
      /^Correct the arguments and call again\. chatapp_post_channel takes channel, text, thread_ts, /,
    );
  });
});

describe("a credential that was named", () => {
  test("of the wrong kind", async () => {
    const credential_id = await under.connect({ kind: "crm" });
    expect(unsent(await under.post({ credential_id }))).toMatchObject({
      error_code: "validation",
      refusal_reason: "This action needs a credential of kind chatapp_bot or chatapp_user; this one is crm.",
      attempts: 0,
    });
  });

  test("another tenant's id is answered like one that never existed, byte for byte", async () => {
    const { caller } = await under.createTenant("second");
    const foreign = await under.connect({}, caller);
    const [ofAnother, unknown] = [
      unsent(await under.post({ credential_id: foreign })),
      unsent(await under.post({ credential_id: UNKNOWN_ID })),
    ];
    expect(JSON.stringify(ofAnother)).toBe(JSON.stringify(unknown));
    expect(ofAnother).toMatchObject({
      error_code: "authentication",
      refusal_reason: "There is no credential with this id.",
      attempts: 0,
    });
    expect(under.callLines().map(({ credential_id }) => credential_id)).toEqual([undefined, undefined]);
  });

  test("another tenant's of the wrong kind tells no more than that", async () => {
    const { caller } = await under.createTenant("second");
    const foreign = await under.connect({ kind: "crm" }, caller);
    const result = unsent(await under.post({ credential_id: foreign }));
    expect(result.refusal_reason).toBe("There is no credential with this id.");
  });

  test("revoked", async () => {
    await under.service.credentials.revoke(under.caller.tenantId, under.credentialId);
    expect(unsent(await under.post({ credential_id: under.credentialId }))).toMatchObject({
      error_code: "authentication",
      refusal_reason: 'The credential "Team chat" is revoked.',
      credential: { id: under.credentialId, kind: "chatapp_bot", label: "Team chat" },
      next_step: advisedWith('Connect "Team chat" again, or use another connection as credential_id.'),
    });
  });

  test("expired, from the very millisecond on", async () => {
    const credential_id = await under.connect({ label: "Short", expires_at: "2026-01-01T00:01:00Z" });
    under.clock.advance(59_999);
    expect(await under.post({ credential_id })).toMatchObject({ ok: true });
    under.chatapp.clear();
    under.clock.advance(1);
    expect(unsent(await under.post({ credential_id }))).toMatchObject({
      error_code: "authentication",
      refusal_reason: 'The credential "Short" is expired.',
      credential: { kind: "chatapp_bot", label: "Short" },
    });
  });
});

describe("no credential named", () => {
  test("exactly one fits: it is taken", async () => {
    await under.connect({ kind: "crm" });
    expect(await under.post()).toMatchObject({ ok: true });
    expect(under.callLines()).toMatchObject([{ credential_id: under.credentialId }]);
  });

  test("those of another tenant do not count", async () => {
    const { caller } = await under.createTenant("second");
    const calling = under.service.dispatcher.call(caller, "chatapp_post_channel", {
      channel: "C1",
      text: "Hi",
    });
    expect(unsent(await calling).refusal_reason).toMatch(/^There is no credential of kind/);
  });

  test("a revoked one is no choice", async () => {
    const gone = await under.connect({ label: "Gone" });
    await under.service.credentials.revoke(under.caller.tenantId, gone);
    expect(await under.post()).toMatchObject({ ok: true });
  });

  test("the only one is tried though the provider refused it: it may have been mended there", async () => {
    const token = under.chatapp.workspace.tokens.get(sampleBotToken);
    under.chatapp.workspace.tokens.delete(sampleBotToken);
    expect(refused(await under.post()).error_code).toBe("authentication");
    if (token) under.chatapp.workspace.tokens.set(sampleBotToken, token);
    expect(await under.post()).toMatchObject({ ok: true });
  });
});

test("a stored token that cannot be opened is never sent, and the refusal asks the tenant to store it again", async () => {
  const { tenantId } = under.caller;
  const other = await under.connect({ label: "Other" });
  const [mine, moved] = await Promise.all([
    under.credentialStore.get(tenantId, under.credentialId),
    under.credentialStore.get(tenantId, other),
  ]);
  if (!mine || !moved) expect.fail("the credentials are gone");
  await under.credentialStore.update({
    ...mine,
    token_cipher: moved.token_cipher,
    version: mine.version + 1,
  });
  expect(unsent(await under.post({ credential_id: mine.id }))).toMatchObject({
    error_code: "authentication",
    refusal_reason: 'The stored token of "Team chat" cannot be decrypted.',
    next_step: advisedWith('Store the token of "Team chat" again.'),
  });
});
