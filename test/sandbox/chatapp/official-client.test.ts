import { type ChatappServer, startChatapp } from "@plumbline/sandbox/chatapp/chatapp.ts";
import { chatappRateLimited, chatappUnavailable } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken, sampleNarrowToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { LogLevel, WebClient } from "@slack/web-api";
import { afterEach, beforeEach, expect, it } from "vitest";

let chatapp: ChatappServer;

beforeEach(async () => {
  chatapp = await startChatapp();
});

afterEach(() => chatapp.close());

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
