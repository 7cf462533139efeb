import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  chatappFailure,
  chatappRateLimited,
  chatappUnavailable,
} from "@plumbline/sandbox/chatapp/failures.ts";
import { htmlPage, json, type Reply, redirect, text } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling, type ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { advisedWith } from "../../adapters/adapter-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import { refused, startChatappUnderTest } from "./chatapp-under-test.ts";

const under = startedForEach(startChatappUnderTest);

const LOOK_FIRST = "It may have taken effect: check at the provider before repeating it.";
const posted = { ok: true, channel: "C0GENERAL", ts: "1770000000.000900" };

test("a post that is taken at once", async () => {
  expect(await under.post()).toEqual({
    ok: true,
    tool: "chatapp_post_channel",
    credential: { id: under.credentialId, kind: "chatapp_bot", label: "Team chat" },
    result: { id: "1770000000.000100", channel: "C0GENERAL" },
    attempts: 1,
    elapsed_ms: 0,
  });
  expect(under.chatapp.requests).toHaveLength(1);
  expect(under.clock.waits).toEqual([]);
});

describe("tried again until it is taken", () => {
  test.each<[what: string, replies: ScriptedReply[], waits: number[]]>([
    ["500", [json({}, 500)], [600]],
    ["500 twice", [json({}, 500), json({}, 500)], [600, 1200]],
    ["502 with a gateway's page", [chatappUnavailable(502)], [600]],
    ["503 that names a wait", [json({}, 503, { "retry-after": "5" })], [5000]],
    ["429 with Retry-After", [chatappRateLimited(30)], [30_000]],
    ["429 without", [chatappRateLimited(null)], [600]],
    ["429 with Retry-After: 0", [chatappRateLimited(0)], [0]],
    ["429 with an empty Retry-After", [json({}, 429, { "retry-after": "" })], [600]],
    ["429 that is a page", [htmlPage("<h1>Slow down</h1>", 429, { "retry-after": "2" })], [2000]],
    [
      "429 with a date 50 s ahead",
      [json({}, 429, { "retry-after": "Thu, 01 Jan 2026 00:00:50 GMT" })],
      [50_000],
    ],
    ["503 that asks for a minute, after 8 s", [json({}, 503, { "retry-after": "60" })], [8_000]],
    ["429 with a date gone by", [json({}, 429, { "retry-after": "Wed, 31 Dec 2025 23:59:00 GMT" })], [0]],
    ["429, then 500", [chatappRateLimited(1), json({}, 500)], [1000, 1200]],
    ["ratelimited under 200", [chatappFailure("ratelimited")], [600]],
    ["internal_error under 200", [chatappFailure("internal_error")], [600]],
    ["internal_error under 500", [json({ ok: false, error: "internal_error" }, 500)], [600]],
    ["500 with an error nobody knows", [json({ ok: false, error: "upstream_gone" }, 500)], [600]],
    ["500 that says it is ok", [json(posted, 500)], [600]],
  ])("%s", async (what, replies, waits) => {
    under.chatapp.script("POST /api/chat.postMessage", ...replies);
    const result = await under.post();
    expect(result).toMatchObject({ ok: true, attempts: replies.length + 1 });
    // A provider that failed may have posted all the same; one that asked to wait has not.
    expect("possible_duplicate" in result).toBe(/500|502|503|internal_error/.test(what));
    expect(result.elapsed_ms).toBe(waits.reduce((sum, wait) => sum + wait, 0));
    expect(under.clock.waits).toEqual(waits);
    expect(under.chatapp.requests).toHaveLength(replies.length + 1);
    expect(under.chatapp.workspace.messages).toHaveLength(1);
  });
});

type Refusal = Partial<DispatchFailure>;

const UNKNOWN = { outcome_unknown: true, next_step: LOOK_FIRST } as const;

describe("a post that an earlier attempt may have made, refused in the end", () => {
  test.each<[what: string, replies: ScriptedReply[], expected: Refusal]>([
    ["500, then 401", [json({}, 500), text("", 401)], { error_code: "authentication" }],
    [
      "500, then a permission that is missing: the look comes first",
      [json({}, 500), chatappFailure("missing_scope", { needed: "chat:write" })],
      {
        error_code: "authentication",
        next_step: advisedWith(`${LOOK_FIRST} Reconnect with the scope chat:write.`),
      },
    ],
    [
      "500, then 429 that asks for too long a wait",
      [json({}, 500), chatappRateLimited(61)],
      { error_code: "rate_limit", retry_after_seconds: 61 },
    ],
    [
      "429, then 500, then 404",
      [chatappRateLimited(1), json({}, 500), text("", 404)],
      { error_code: "validation" },
    ],
  ])("%s", async (_what, replies, expected) => {
    under.chatapp.script("POST /api/chat.postMessage", ...replies);
    const result = refused(await under.post());
    expect(result).toMatchObject({ outcome_unknown: true, attempts: replies.length, ...expected });
    expect(result.next_step).toContain(LOOK_FIRST);
  });
});

describe("the look-ups of a direct message change nothing", () => {
  test.each([
    ["500", 500],
    ["503", 503],
    ["408", 408],
    ["425", 425],
  ])("%s at one of them leaves no doubt, and is repeated", async (_what, status) => {
    under.chatapp.script("POST /api/users.lookupByEmail", text("", status));
    under.chatapp.script("POST /api/conversations.open", text("", status));
    const result = await under.dm();
    expect(result).toMatchObject({ ok: true, attempts: 3 });
    expect(result).not.toHaveProperty("possible_duplicate");
  });

  test("nor does the refusal in which they end", async () => {
    under.chatapp.scriptAlways("POST /api/users.lookupByEmail", text("", 503));
    const result = refused(await under.dm());
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
  });
});

describe("given up after three attempts", () => {
  test.each<[what: string, reply: ScriptedReply, expected: Refusal, waits: number[]]>([
    ["500", json({}, 500), { error_code: "transient", ...UNKNOWN }, [600, 1200]],
    [
      "502 with a gateway's page",
      chatappUnavailable(502),
      { error_code: "transient", ...UNKNOWN },
      [600, 1200],
    ],
    [
      "503 that asks for an hour",
      json({}, 503, { "retry-after": "3600" }),
      { error_code: "transient", retry_after_seconds: 3600, ...UNKNOWN },
      [8_000, 8_000],
    ],
    [
      "internal_error under 200",
      chatappFailure("internal_error"),
      { error_code: "transient", ...UNKNOWN },
      [600, 1200],
    ],
    [
      "429 with Retry-After",
      chatappRateLimited(7),
      { error_code: "rate_limit", retry_after_seconds: 7 },
      [7000, 7000],
    ],
    ["429 without", chatappRateLimited(null), { error_code: "rate_limit" }, [600, 1200]],
  ])("%s", async (_what, reply, expected, waits) => {
    under.chatapp.scriptAlways("", reply);
    const result = refused(await under.post());
    expect(result).toMatchObject({ attempts: 3, ...expected });
    expect(result.retry_after_seconds).toBe(expected.retry_after_seconds);
    expect(result.outcome_unknown).toBe(expected.outcome_unknown);
    expect(under.clock.waits).toEqual(waits);
    expect(under.chatapp.requests).toHaveLength(3);
  });
});

describe("refused at once", () => {
  test.each<[what: string, reply: ScriptedReply, expected: Refusal]>([
    [
      "401",
      text("", 401),
      { error_code: "authentication", refusal_reason: "The chat app (Slack) responded with 401." },
    ],
    ["403", htmlPage("<h1>Forbidden</h1>", 403), { error_code: "authentication" }],
    [
      "401 with an error nobody knows",
      json({ ok: false, error: "go_away" }, 401),
      { error_code: "authentication" },
    ],
    ["400", text("", 400), { error_code: "validation" }],
    ["402", text("", 402), { error_code: "validation" }],
    [
      "404",
      text("", 404),
      { error_code: "validation", refusal_reason: "The chat app (Slack) responded with 404." },
    ],
    ["413", text("", 413), { error_code: "validation" }],
    [
      "a permission that is missing",
      chatappFailure("missing_scope", { needed: "chat:write", provided: "im:write" }),
      {
        error_code: "authentication",
        refusal_reason: "The connection lacks a permission. (missing_scope)",
        next_step: advisedWith("Reconnect with the scope chat:write (granted now: im:write)."),
      },
    ],
    [
      "a channel the bot is not in",
      chatappFailure("not_in_channel"),
      {
        error_code: "validation",
        next_step: "Invite the bot to the channel, or grant the scope chat:write.public.",
      },
    ],
    [
      "bad arguments, explained by the provider",
      chatappFailure("invalid_arguments", {
        response_metadata: { messages: ["[ERROR] no such field: txet"] },
      }),
      {
        error_code: "validation",
        refusal_reason:
          "The chat app (Slack) refused the call: invalid_arguments. [ERROR] no such field: txet",
      },
    ],
  ])("%s", async (_what, reply, expected) => {
    under.chatapp.script("", reply);
    const result = refused(await under.post());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.outcome_unknown).toBeUndefined();
    expect(result.retry_after_seconds).toBeUndefined();
    expect(under.clock.waits).toEqual([]);
    expect(under.chatapp.requests).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308] as const)(
    "%i is not followed: the token would travel, and only 307 and 308 say that nothing was done",
    async (status) => {
      under.chatapp.script("", redirect(`${under.chatapp.url}/api/auth.test`, status));
      const result = refused(await under.post());
      const isUnknown = status < 307;
      expect(result).toMatchObject({ error_code: isUnknown ? "transient" : "validation", attempts: 1 });
      expect(result.outcome_unknown).toBe(isUnknown ? true : undefined);
      expect(under.methods()).toEqual(["chat.postMessage"]);
    },
  );
});

describe("not repeated, for it may have happened", () => {
  test.each<[what: string, reply: Reply]>([
    ["200 that is JSON but no answer", json(["ok"])],
    ["200 without an id", json({ ok: true, channel: "C0GENERAL" })],
    ["200 with an empty id", json({ ...posted, ts: "" })],
    ["200 that says it is not ok, and not why", json({ ok: false })],
    ["408", text("", 408)],
    ["425", text("", 425)],
    ["408 that names a wait", text("", 408, { "retry-after": "1" })],
    ["fatal_error", chatappFailure("fatal_error")],
    ["fatal_error under 500", json({ ok: false, error: "fatal_error" }, 500)],
  ])("%s", async (_what, reply) => {
    under.chatapp.script("", afterHandling(reply));
    const result = refused(await under.post());
    expect(result).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      next_step: LOOK_FIRST,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
    expect(under.chatapp.workspace.messages).toHaveLength(1);
  });
});
