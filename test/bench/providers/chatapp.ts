import { json } from "@plumbline/sandbox/server/reply.ts";
import { expectId, type ProviderBench } from "./provider-bench.ts";

const token = "xoxb-benchmark-token";
const message = { channel: "C0GENERAL", text: "The build is green." };
const ts = "1770000000.000100";

export const chatapp: ProviderBench = {
  sdk: "@slack/web-api",
  answers: {
    "POST /api/chat.postMessage": json({
      ok: true,
      channel: message.channel,
      ts,
      message: { type: "message", user: "U0BOT", bot_id: "B01", text: message.text, ts },
    }),
  },
  endpoints: (url) => ({ chatapp: { baseUrl: `${url}/api/` } }),
  kind: "chatapp_bot",
  token,
  tool: "chatapp_post_channel",
  args: message,
  async sdkCall(url) {
    const { WebClient, LogLevel } = await import("@slack/web-api");
    const client = new WebClient(token, {
      slackApiUrl: `${url}/api/`,
      timeout: 30_000,
      retryConfig: { retries: 0 },
      logLevel: LogLevel.ERROR,
    });
    return async () => expectId((await client.chat.postMessage(message)).ts);
  },
};
