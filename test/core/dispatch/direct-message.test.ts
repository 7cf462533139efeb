import { Secret } from "@plumbline/core/access/secret.ts";
import { getCredentialStatus } from "@plumbline/core/credentials/credential.ts";
import {
  chatappFailure,
  chatappRateLimited,
  chatappUnavailable,
} from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleUserToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling, type ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { storeWith } from "../../support/store-with.ts";
import { refused, startChatappUnderTest } from "./chatapp-under-test.ts";

const under = startedForEach(startChatappUnderTest);

const LOOK_UP = "users.lookupByEmail";
const LIST = "users.list";
const OPEN = "conversations.open";
const POST = "chat.postMessage";

test("by e-mail: the person is looked up, the conversation opened, the message posted", async () => {
  const result = await under.dm({ to: "ada@example.com", text: "Hello Ada" });
  expect(result).toMatchObject({
    ok: true,
    result: { id: "1770000000.000100", channel: "D00000001" },
    attempts: 1,
  });
  expect(under.methods()).toEqual([LOOK_UP, OPEN, POST]);
  expect(under.chatapp.requests.map((request) => Object.fromEntries(request.form()))).toEqual([
    { email: "ada@example.com" },
    { users: "U0ADA" },
    { channel: "D00000001", text: "Hello Ada" },
  ]);
});

test.each([
  ["a user id", "U0ADA", [OPEN, POST]],
  ["an address with blanks around it", "  ada@example.com ", [LOOK_UP, OPEN, POST]],
  ["a channel id", "C0GENERAL", [POST]],
  ["a name", "@Ada", [LIST, OPEN, POST]],
])("by %s", async (_what, to, methods) => {
  expect(await under.dm({ to })).toMatchObject({ ok: true });
  expect(under.methods()).toEqual(methods);
});

test("by the id of a conversation that is open", async () => {
  await under.dm({ to: "U0ADA" });
  under.chatapp.clear();
  expect(await under.dm({ to: "D00000001" })).toMatchObject({ ok: true, result: { channel: "D00000001" } });
  expect(under.methods()).toEqual([POST]);
});

test("a name is looked for on every page, and refused if two people have it", async () => {
  const page = (id: string, next_cursor: string) =>
    json({
      ok: true,
      members: [{ id, name: id, profile: { display_name: "Ada", email: `${id}@example.com` } }],
      response_metadata: { next_cursor },
    });
  under.chatapp.script(`POST /api/${LIST}`, page("U1", "next"), page("U2", ""));
  expect(refused(await under.dm({ to: "@ada" }))).toMatchObject({
    error_code: "validation",
    refusal_reason: 'to: "ada" matches more than one person.',
    next_step: "Use the ID of the intended one: U1 (U1@example.com), U2 (U2@example.com).",
  });
  expect(under.methods()).toEqual([LIST, LIST]);
});

test("with a person's own token", async () => {
  const credential_id = await under.connect({ kind: "chatapp_user", token: sampleUserToken });
  expect(await under.dm({ credential_id, to: "U0ADA" })).toMatchObject({ ok: true });
  expect(under.chatapp.workspace.messages).toMatchObject([{ user: "U0GRACE" }]);
  expect(under.chatapp.requests[0]?.headers.authorization).toBe(`Bearer ${sampleUserToken}`);
});

test.each<[step: string, reply: ScriptedReply, methods: string[], wait: number]>([
  [LOOK_UP, json({}, 503), [LOOK_UP, LOOK_UP, OPEN, POST], 600],
  [LOOK_UP, resetAfterReading(), [LOOK_UP, LOOK_UP, OPEN, POST], 600],
  [LOOK_UP, json("not an answer"), [LOOK_UP, LOOK_UP, OPEN, POST], 600],
  [LOOK_UP, chatappFailure("fatal_error"), [LOOK_UP, LOOK_UP, OPEN, POST], 600],
  [LOOK_UP, chatappRateLimited(3), [LOOK_UP, LOOK_UP, OPEN, POST], 3000],
  [OPEN, afterHandling(resetAfterReading()), [LOOK_UP, OPEN, OPEN, POST], 600],
  [OPEN, json({ ok: true, channel: {} }), [LOOK_UP, OPEN, OPEN, POST], 600],
  [POST, json({}, 500), [LOOK_UP, OPEN, POST, POST], 600],
])(
  "a %s that fails in passing is made good, and the message posted once: %#",
  async (step, reply, methods, wait) => {
    under.chatapp.script(`POST /api/${step}`, reply);
    expect(await under.dm()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.methods()).toEqual(methods);
    expect(under.clock.waits).toEqual([wait]);
    expect(under.chatapp.workspace.messages).toHaveLength(1);
    expect(under.chatapp.workspace.conversations).toHaveLength(1);
  },
);

test("a post that got no answer is not repeated, nor the steps before it", async () => {
  under.chatapp.script(`POST /api/${POST}`, afterHandling(resetAfterReading()));
  expect(refused(await under.dm())).toMatchObject({
    error_code: "transient",
    outcome_unknown: true,
    attempts: 1,
  });
  expect(under.methods()).toEqual([LOOK_UP, OPEN, POST]);
  expect(under.chatapp.workspace.messages).toHaveLength(1);
});

test("look-ups that fail for good leave nothing unknown", async () => {
  under.chatapp.scriptAlways(`POST /api/${LOOK_UP}`, resetAfterReading());
  const result = refused(await under.dm());
  expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
  expect(result.outcome_unknown).toBeUndefined();
  expect(under.methods()).toEqual([LOOK_UP, LOOK_UP, LOOK_UP]);
});

test.each([
  [
    "nobody's address",
    "nobody@example.com",
    "Nobody in the workspace has this e-mail address. (users_not_found)",
  ],
  [
    "an address of somebody who left",
    "left@example.com",
    "The account with this e-mail address is deactivated.",
  ],
  ["nobody's name", "@nobody", 'to: nobody in the workspace is called "nobody".'],
  ["the name of somebody who left", "@left", 'to: nobody in the workspace is called "left".'],
  ["the name of a bot", "@plumbline", 'to: nobody in the workspace is called "plumbline".'],
  ["nobody's id", "U0NOBODY", "There is no such user in the workspace. (user_not_found)"],
  ["an id of somebody who left", "U0LEFT", "This user's account is disabled. (user_disabled)"],
])("%s is refused and nothing posted", async (_what, to, refusal_reason) => {
  expect(refused(await under.dm({ to }))).toMatchObject({
    error_code: "validation",
    refusal_reason,
    attempts: 1,
  });
  expect(under.methods()).not.toContain(POST);
});

describe("credential notes", () => {
  const stored = () => under.service.credentials.get(under.caller.tenantId, under.credentialId);

  const status = async () => getCredentialStatus(await stored(), under.clock.now(), () => false);

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
    ["a 401", text("", 401), "The chat app (Slack) responded with 401."],
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
});
