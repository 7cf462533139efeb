import { type ChatappServer, startChatapp } from "@plumbline/sandbox/chatapp/chatapp.ts";
import {
  chatappFailure,
  chatappMissingScope,
  chatappRateLimited,
  chatappUnavailable,
} from "@plumbline/sandbox/chatapp/failures.ts";
import {
  sampleBotToken,
  sampleNarrowToken,
  sampleUserToken,
} from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { ChatWorkspace } from "@plumbline/sandbox/chatapp/workspace.ts";
import { LogLevel, WebClient } from "@slack/web-api";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let chatapp: ChatappServer;

beforeEach(async () => {
  chatapp = await startChatapp();
});

afterEach(() => chatapp.close());

/** Posts a form; a null token sends none. */
async function call(method: string, fields: Record<string, string>, token: string | null = sampleBotToken) {
  const response = await request(`${chatapp.url}/api/${method}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.statusCode, headers: response.headers, body: await response.body.json() };
}

async function callJson(method: string, body: string, contentType = "application/json; charset=utf-8") {
  const headers = { authorization: `Bearer ${sampleBotToken}`, "content-type": contentType };
  return (await request(`${chatapp.url}/api/${method}`, { method: "POST", headers, body })).body.json();
}

describe("a direct message by e-mail", () => {
  it("takes a look-up, an opening and a post", async () => {
    const found = await call("users.lookupByEmail", { email: "ADA@example.com" });
    expect(found.body).toMatchObject({
      ok: true,
      user: { id: "U0ADA", deleted: false, is_bot: false, profile: { email: "ada@example.com" } },
    });
    const opened = await call("conversations.open", { users: "U0ADA" });
    expect(opened.body).toEqual({ ok: true, channel: { id: "D00000001" } });
    const posted = await call("chat.postMessage", { channel: "D00000001", text: "a & b + <c>" });
    expect(posted).toMatchObject({
      status: 200,
      body: {
        ok: true,
        channel: "D00000001",
        ts: "1770000000.000100",
        message: {
          type: "message",
          user: "U0BOT",
          bot_id: "B01",
          text: "a & b + <c>",
          ts: "1770000000.000100",
        },
      },
    });
    expect(chatapp.workspace.messages).toMatchObject([
      { channel: "D00000001", text: "a & b + <c>", user: "U0BOT" },
    ]);
  });

  it("opens one conversation for the same people", async () => {
    await call("conversations.open", { users: "U0ADA" });
    const again = await call("conversations.open", { users: "U0ADA" });
    expect(again.body).toEqual({ ok: true, no_op: true, already_open: true, channel: { id: "D00000001" } });
    const group = await call("conversations.open", { users: "U0ADA,U0GRACE" });
    expect(group.body).toMatchObject({ channel: { id: "G00000002" } });
  });

  it("may be posted straight to a user's id by a bot, not by a user", async () => {
    const byBot = await call("chat.postMessage", { channel: "U0ADA", text: "x" });
    expect(byBot.body).toMatchObject({ ok: true, channel: "D00000001" });
    const byUser = await call("chat.postMessage", { channel: "U0ADA", text: "x" }, sampleUserToken);
    expect(byUser.body).toEqual({ ok: false, error: "channel_not_found" });
    const foreign = await call("chat.postMessage", { channel: "D00000001", text: "x" }, sampleUserToken);
    expect(foreign.body).toEqual({ ok: false, error: "channel_not_found" });
  });
});

describe("a post to a channel", () => {
  it("counts every time it is seen, and keeps its thread and other arguments", async () => {
    const fields = { channel: "#general", text: "x", thread_ts: "1770000000.000100", unfurl_links: "false" };
    const first = await call("chat.postMessage", fields);
    const second = await call("chat.postMessage", fields);
    expect(first.body).toMatchObject({ channel: "C0GENERAL", message: { thread_ts: "1770000000.000100" } });
    expect(second.body).toMatchObject({ ts: "1770000001.000100" });
    expect(chatapp.workspace.messages).toHaveLength(2);
    expect(chatapp.workspace.messages[0]).toMatchObject({
      threadTs: "1770000000.000100",
      arguments: { unfurl_links: "false" },
    });
  });

  it.each([
    ["{", "invalid_blocks_format"],
    ['{"type":"divider"}', "invalid_blocks_format"],
    ['[{"type":"rich_text","elements":[]}]', "invalid_blocks"],
    ['[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[]}]}]', "invalid_blocks"],
    [
      '[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":""}]}]}]',
      "invalid_blocks",
    ],
    [JSON.stringify(Array(51).fill({ type: "divider" })), "invalid_blocks"],
    [JSON.stringify([{ type: "section", text: "x".repeat(13_200) }]), "msg_blocks_too_long"],
  ])("is refused with the blocks %s", async (blocks, error) => {
    const { body } = await call("chat.postMessage", { channel: "C0GENERAL", text: "a", blocks });
    expect(body).toEqual({ ok: false, error });
  });

  it("may be JSON, and warns when its charset is left out", async () => {
    const body = JSON.stringify({
      channel: "C0GENERAL",
      text: "é",
      blocks: [{ type: "divider" }],
      mrkdwn: false,
    });
    expect(await callJson("chat.postMessage", body)).toMatchObject({ ok: true, message: { text: "é" } });
    expect(chatapp.workspace.messages[0]?.arguments).toMatchObject({
      blocks: '[{"type":"divider"}]',
      mrkdwn: "false",
    });
    expect(await callJson("chat.postMessage", body, "application/json")).toMatchObject({
      ok: true,
      warning: "missing_charset",
      response_metadata: { warnings: ["missing_charset"] },
    });
  });

  it("needs no membership with chat:write.public, but sees no private channel", async () => {
    const workspace = new ChatWorkspace({
      tokens: { wide: { kind: "bot", userId: "U1", scopes: ["chat:write", "chat:write.public"] } },
      users: [],
      channels: [
        { id: "C1", name: "open", isMember: false },
        { id: "C2", name: "secret", isMember: false, isPrivate: true },
      ],
    });
    await chatapp.close();
    chatapp = await startChatapp({ workspace });
    expect((await call("chat.postMessage", { channel: "C1", text: "x" }, "wide")).body).toMatchObject({
      ok: true,
    });
    expect((await call("chat.postMessage", { channel: "C2", text: "x" }, "wide")).body).toMatchObject({
      error: "channel_not_found",
    });
  });
});

describe("refusals come as 200 with ok false", () => {
  it.each([
    ["users.lookupByEmail", { email: "nobody@example.com" }, "users_not_found"],
    ["users.lookupByEmail", {}, "invalid_arguments"],
    ["conversations.open", {}, "users_list_not_supplied"],
    ["conversations.open", { users: "U0NOBODY" }, "user_not_found"],
    ["conversations.open", { users: "U0LEFT" }, "user_disabled"],
    ["conversations.open", { users: "U1,U2,U3,U4,U5,U6,U7,U8,U9" }, "too_many_users"],
    ["chat.postMessage", { channel: "C0NONE", text: "x" }, "channel_not_found"],
    ["chat.postMessage", { channel: "U0LEFT", text: "x" }, "channel_not_found"],
    ["chat.postMessage", { channel: "C0QUIET", text: "x" }, "not_in_channel"],
    ["chat.postMessage", { channel: "C0OLD", text: "x" }, "is_archived"],
    ["chat.postMessage", { channel: "C0GENERAL" }, "no_text"],
    ["chat.postMessage", { channel: "C0GENERAL", text: "x".repeat(40_001) }, "msg_too_long"],
    ["chat.update", {}, "unknown_method"],
  ])("%s %o: %s", async (method, fields, error) => {
    const { status, body } = await call(method, { ...fields });
    expect([status, body]).toMatchObject([200, { ok: false, error }]);
    expect(chatapp.workspace.messages).toEqual([]);
  });

  it.each([
    [null, "not_authed"],
    ["xoxb-unknown", "invalid_auth"],
  ])("the token %s: %s", async (token, error) => {
    expect((await call("auth.test", {}, token)).body).toEqual({ ok: false, error });
  });

  it("a scope that the token lacks, named beside those it has", async () => {
    const { body, headers } = await call("conversations.open", { users: "U0ADA" }, sampleNarrowToken);
    expect(body).toEqual({ ok: false, error: "missing_scope", needed: "im:write", provided: "chat:write" });
    expect(headers).toMatchObject({ "x-oauth-scopes": "chat:write", "x-accepted-oauth-scopes": "im:write" });
    const group = await call("conversations.open", { users: "U0ADA,U0GRACE" }, sampleNarrowToken);
    expect(group.body).toMatchObject({ needed: "mpim:write" });
  });

  it("bodies it cannot read", async () => {
    expect(await callJson("users.lookupByEmail", '{"email":"ada@example.com"}')).toEqual({
      ok: false,
      error: "invalid_arguments",
      response_metadata: { messages: ["[ERROR] missing required field: email"] },
    });
    expect(await callJson("users.lookupByEmail", "{}", "application/json")).toMatchObject({
      response_metadata: { messages: [expect.any(String)], warnings: ["missing_charset"] },
    });
    expect(await callJson("chat.postMessage", "{")).toEqual({ ok: false, error: "invalid_json" });
    expect(await callJson("chat.postMessage", "[]")).toEqual({ ok: false, error: "json_not_object" });
    expect(await callJson("chat.postMessage", "<a/>", "text/xml")).toEqual({
      ok: false,
      error: "invalid_post_type",
    });
    const untyped = await request(`${chatapp.url}/api/chat.postMessage`, { method: "POST", body: "text=x" });
    expect(await untyped.body.json()).toEqual({ ok: false, error: "missing_post_type" });
  });
});

describe("tokens", () => {
  it("say who they are for, in the header, the form or the query", async () => {
    expect((await call("auth.test", {})).body).toMatchObject({
      ok: true,
      user: "plumbline",
      user_id: "U0BOT",
      bot_id: "B01",
    });
    expect((await call("auth.test", { token: sampleUserToken }, null)).body).toMatchObject({ user: "grace" });
    const byQuery = await request(`${chatapp.url}/api/auth.test?token=${sampleUserToken}`);
    expect(await byQuery.body.json()).toMatchObject({ ok: true, user_id: "U0GRACE" });
  });

  it("end with auth.revoke, unless it is only tried", async () => {
    expect((await call("auth.revoke", { test: "1" })).body).toEqual({ ok: true, revoked: false });
    expect((await call("auth.revoke", {})).body).toEqual({ ok: true, revoked: true });
    expect((await call("auth.test", {})).body).toEqual({ ok: false, error: "token_revoked" });
    expect((await call("auth.test", {}, sampleUserToken)).body).toMatchObject({ ok: true });
  });

  it("that one workspace revoked stay good in another made alike", () => {
    const seed = {
      tokens: { one: { kind: "bot", userId: "U1", scopes: [] } },
      users: [],
      channels: [],
    } as const;
    const [first, second] = [new ChatWorkspace(seed), new ChatWorkspace(seed)];
    Object.assign(first.tokens.get("one") ?? {}, { revoked: true });
    expect(second.tokens.get("one")).not.toHaveProperty("revoked");
  });
});

describe("headers", () => {
  it("number the requests and name the scopes", async () => {
    const first = await call("users.lookupByEmail", { email: "ada@example.com" });
    const second = await call("auth.test", {});
    expect([first.headers["x-slack-req-id"], second.headers["x-slack-req-id"]]).toEqual([
      "sandbox-1",
      "sandbox-2",
    ]);
    expect(first.headers).toMatchObject({
      "x-oauth-scopes": "chat:write,im:write,mpim:write,users:read,users:read.email",
      "x-accepted-oauth-scopes": "users:read.email",
    });
  });
});

describe("failures for scripts", () => {
  it("speak the provider's way", async () => {
    chatapp.script(
      "POST /api/chat.postMessage",
      chatappRateLimited(30),
      chatappRateLimited(null),
      chatappFailure("fatal_error"),
      chatappMissingScope("chat:write", ["users:read", "im:write"]),
    );
    const post = () => call("chat.postMessage", { channel: "C0GENERAL", text: "x" });
    const limited = await post();
    expect([limited.status, limited.headers["retry-after"], limited.body]).toEqual([
      429,
      "30",
      { ok: false, error: "ratelimited" },
    ]);
    expect((await post()).headers["retry-after"]).toBeUndefined();
    expect((await post()).body).toEqual({ ok: false, error: "fatal_error" });
    expect((await post()).body).toMatchObject({ needed: "chat:write", provided: "users:read,im:write" });
    chatapp.script("", chatappUnavailable());
    const down = await request(`${chatapp.url}/api/auth.test`);
    expect([down.statusCode, down.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
  });
});

describe("official client", () => {
  const clientWith = (token: string) =>
    new WebClient(token, {
      slackApiUrl: `${chatapp.url}/api/`,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logLevel: LogLevel.ERROR,
    });

  it("the provider's own client finds a user, opens a conversation and posts", async () => {
    const client = clientWith(sampleBotToken);
    const found = await client.users.lookupByEmail({ email: "ada@example.com" });
    const opened = await client.conversations.open({ users: found.user?.id ?? "" });
    const posted = await client.chat.postMessage({ channel: opened.channel?.id ?? "", text: "a + b & <c>" });
    expect(posted).toMatchObject({ ok: true, channel: "D00000001", message: { text: "a + b & <c>" } });
    expect((await client.auth.test()).user_id).toBe("U0BOT");
    expect(chatapp.workspace.messages).toHaveLength(1);
  });

  it("the provider's own client reads refusals, limits and outages", async () => {
    await expect(clientWith(sampleNarrowToken).conversations.open({ users: "U0ADA" })).rejects.toMatchObject({
      code: "slack_webapi_platform_error",
      data: { error: "missing_scope", needed: "im:write", provided: "chat:write" },
    });
    chatapp.script("POST /api/auth.test", chatappRateLimited(7), chatappUnavailable(502));
    await expect(clientWith(sampleBotToken).auth.test()).rejects.toMatchObject({
      code: "slack_webapi_rate_limited_error",
      retryAfter: 7,
    });
    await expect(clientWith(sampleBotToken).auth.test()).rejects.toMatchObject({ statusCode: 502 });
  });
});
