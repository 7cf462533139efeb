import { Timeline } from "./timeline.ts";

/** An OAuth 2 token of the sample account with every scope that posting and uploading ask for. */
export const sampleMicroblogToken = "microblog-sandbox-user";

/** An OAuth 2 token that may read and nothing else. */
export const sampleReadToken = "microblog-sandbox-read";

/** An app-only token: it acts for nobody. */
export const sampleAppToken = "microblog-sandbox-app";

/** The four values of OAuth 1.0a for the sample account, with characters that signing must encode. */
export const sampleOAuth1 = {
  consumer_key: "sandboxConsumerKey",
  consumer_secret: "sandbox+consumer/secret",
  access_token: "1234-sandboxAccessToken",
  access_token_secret: "sandbox&access=secret",
};

/** The consumer key of an app that may only read; the other three values are the same. */
export const sampleReadOnlyKey = "sandboxReadOnlyKey";

/** The account `plumbline`, its tokens, and keys of an app that may only read. */
export function sampleTimeline(): Timeline {
  const keys = {
    account: "plumbline",
    consumerKey: sampleOAuth1.consumer_key,
    consumerSecret: sampleOAuth1.consumer_secret,
    accessToken: sampleOAuth1.access_token,
    accessTokenSecret: sampleOAuth1.access_token_secret,
    permission: "read and write",
  } as const;
  return new Timeline({
    accounts: { plumbline: "2244994945" },
    tokens: {
      [sampleMicroblogToken]: {
        account: "plumbline",
        kind: "user",
        scopes: ["tweet.read", "tweet.write", "users.read", "media.write", "offline.access"],
      },
      [sampleReadToken]: { account: "plumbline", kind: "user", scopes: ["tweet.read", "users.read"] },
      [sampleAppToken]: { account: "plumbline", kind: "app", scopes: [] },
    },
    oauth1: [keys, { ...keys, consumerKey: sampleReadOnlyKey, permission: "read" }],
  });
}
