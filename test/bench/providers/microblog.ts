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
    const client = new TwitterApi(token);
    // The SDK knows one host for this call; it takes a whole URL, and a prefix in place of its own.
    return async () => {
      const answer = await client.v2.post<{ data: { id: string } }>(
        "tweets",
        { text },
        { prefix: `${url}/2/` },
      );
      expectId(answer.data.id);
    };
  },
};
