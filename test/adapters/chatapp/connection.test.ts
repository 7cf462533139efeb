import { chatappFailure, chatappUnavailable } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken, sampleNarrowToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { createChatappCheck } from "../../../packages/adapters/chatapp/index.ts";
import { refused, startChatappUnderTest } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import {
  type AnswerRules,
  problemsWithoutEachField,
  UNKNOWN_ONCE,
  UNKNOWN_THRICE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";

const under = startedForEach(startChatappUnderTest);

/** Carries out one of the service's own two tools; neither is in the registry. */
function run(action: "test" | "revoke", credential_id = under.credentialId) {
  const tool = createChatappCheck(`${under.chatapp.url}/api/`)[action];
  if (!tool) expect.fail(`there is no ${action}`);
  return under.service.dispatcher.run(under.caller, tool, { credential_id });
}

const tokenIsRevoked = () => under.chatapp.workspace.tokens.get(sampleBotToken)?.revoked === true;

describe("test", () => {
  test("needs no scope", async () => {
    expect(
      await run("test", await under.connect({ label: "Narrow", token: sampleNarrowToken })),
    ).toMatchObject({
      ok: true,
    });
  });

  test("an answer without names is still a good token", async () => {
    under.chatapp.script("", json({ ok: true, user_id: "U0BOT" }));
    expect(await run("test")).toMatchObject({ ok: true, result: {} });
  });

  test("of another tenant's credential is refused before any network", async () => {
    const { caller } = await under.createTenant("second");
    expect(refused(await run("test", await under.connect({}, caller)))).toMatchObject({
      refusal_reason: "There is no credential with this id.",
    });
    expect(under.chatapp.requests).toEqual([]);
  });
});

describe("revoke", () => {
  test("tells the provider", async () => {
    expect(await run("revoke")).toMatchObject({ ok: true, result: { revoked: true } });
    expect(tokenIsRevoked()).toBe(true);
  });

  test("an answer that was lost is made good: revoked is revoked", async () => {
    under.chatapp.script("", afterHandling(resetAfterReading()));
    expect(await run("revoke")).toMatchObject({ ok: true, result: { revoked: true }, attempts: 2 });
    expect(tokenIsRevoked()).toBe(true);
  });

  test("a token revoked long ago is revoked", async () => {
    under.chatapp.script("", chatappFailure("token_revoked"));
    expect(await run("revoke")).toMatchObject({ ok: true, result: { revoked: true }, attempts: 1 });
  });

  test("a provider that fails is tried three times", async () => {
    under.chatapp.scriptAlways("", chatappUnavailable());
    expect(refused(await run("revoke"))).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(tokenIsRevoked()).toBe(false);
  });

  test("a token the provider never knew stays a refusal", async () => {
    under.chatapp.script("", chatappFailure("invalid_auth"));
    expect(refused(await run("revoke"))).toMatchObject({ error_code: "authentication" });
  });
});

describe("optional fields", () => {
  const output = (tool: string) => under.tools.get(tool)?.output;

  /** `ts` is the message's id; its channel is that of the call. */
  const POSTED: AnswerRules = { fields: { "": "required", ts: "required" }, failure: UNKNOWN_ONCE };

  test("chatapp_dm", async () => {
    const problems = await problemsWithoutEachField({
      server: under.chatapp,
      call: () => under.dm(),
      output: output("chatapp_dm"),
      answers: {
        // What the next step is asked with.
        "POST /api/users.lookupByEmail": { fields: { "user.id": "required" }, failure: UNREADABLE_THRICE },
        "POST /api/conversations.open": { fields: { "channel.id": "required" }, failure: UNREADABLE_THRICE },
        "POST /api/chat.postMessage": POSTED,
      },
    });
    expect(problems).toEqual([]);
  });

  test("chatapp_post_channel", async () => {
    const problems = await problemsWithoutEachField({
      server: under.chatapp,
      call: () => under.post(),
      output: output("chatapp_post_channel"),
      answers: { "POST /api/chat.postMessage": POSTED },
    });
    expect(problems).toEqual([]);
  });

  test.each(["test", "revoke"] as const)("the %s of a token", async (action) => {
    const tool = createChatappCheck(`${under.chatapp.url}/api/`)[action];
    if (tool === undefined) expect.fail(`there is no ${action}`);
    const rules: Record<string, AnswerRules> =
      action === "test"
        ? {
            "POST /api/auth.test": {
              fields: {
                "": "required",
                user: ["account"],
                team: ["account"],
                url: ["account_url"],
                team_id: ["account_id"],
                user_id: ["account_id"],
              },
              failure: UNREADABLE_THRICE,
            },
          }
        : { "POST /api/auth.revoke": { fields: { "": "required" }, failure: UNKNOWN_THRICE } };
    const problems = await problemsWithoutEachField({
      server: under.chatapp,
      call: () => under.service.dispatcher.run(under.caller, tool, { credential_id: under.credentialId }),
      output: tool.output,
      answers: rules,
    });
    expect(problems).toEqual([]);
  });

  test.each([
    ["no fields", {}],
    ["no fields but ok: false", { ok: false }],
    ["ok: false beside a message", { ok: false, ts: "1770000000.000200", channel: "C0GENERAL" }],
    ["a message without a timestamp", { ok: true, channel: "C0GENERAL", message: { text: "Hello" } }],
  ])("a post answered with %s is not known to be there", async (_what, body) => {
    under.chatapp.scriptAlways("", json(body));
    expect(await under.post()).toMatchObject({ ok: false, ...UNKNOWN_ONCE });
  });

  test("an answer with an error and without ok is a refusal", async () => {
    under.chatapp.script("", json({ error: "channel_not_found" }));
    expect(await under.post()).toMatchObject({ ok: false, error_code: "validation", attempts: 1 });
  });

  test.each([
    [
      "needed and provided",
      { ok: false, error: "missing_scope", needed: 7, provided: null },
      "authentication",
    ],
    [
      "messages",
      { ok: false, error: "invalid_arguments", response_metadata: { messages: [7] } },
      "validation",
    ],
    ["response_metadata", { ok: false, error: "no_text", response_metadata: "none" }, "validation"],
  ])("a refusal whose %s cannot be read is the same refusal", async (_what, body, error_code) => {
    under.chatapp.script("", json(body));
    expect(await under.post()).toMatchObject({ ok: false, error_code, attempts: 1 });
  });

  test.each([
    [429, { ok: false }, "rate_limit"],
    [429, { error: "ratelimited" }, "rate_limit"],
  ])("a %i that says %j is classed by its status", async (status, body, error_code) => {
    under.chatapp.scriptAlways("", json(body, status));
    expect(await under.post()).toMatchObject({ ok: false, error_code });
  });
});
