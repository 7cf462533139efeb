import { Agent } from "node:https";
import { connect } from "node:net";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { expectId, type ProviderBench } from "./provider-bench.ts";

const token = "microblog-benchmark-token";
const text = "The build is green: https://example.com/builds/42";

export const microblog: ProviderBench = {
  sdk: "twitter-api-v2",
  answers: {
    "POST /2/tweets": json(
      { data: { id: "1850000000000000000", text, edit_history_tweet_ids: ["1850"] } },
      201,
    ),
  },
  endpoints: (url) => ({ microblog: { baseUrl: url, uploadBaseUrl: url } }),
  kind: "microblog",
  token,
  tool: "social_post:microblog",
  args: { text },
  async sdkCall(url) {
    const { TwitterApi } = await import("twitter-api-v2");
    const client = new TwitterApi(token, { httpAgent: new ServerAgent(url) });
    return async () => expectId((await client.v2.tweet(text)).data.id);
  },
};

/**
 * The SDK knows its provider's own hosts alone: its connections are led to the server, as if TLS had ended
 * before it.
 */
class ServerAgent extends Agent {
  readonly #port: number;

  constructor(url: string) {
    super({ keepAlive: true });
    this.#port = Number(new URL(url).port);
  }

  createConnection() {
    return connect(this.#port, "127.0.0.1");
  }
}
