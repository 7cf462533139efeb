import { Timeline } from "./timeline.ts";

/** An OAuth 2 token of the sample account with every scope required for posting and uploading. */
export const sampleMicroblogToken = "microblog-sandbox-user";

/** A read-only OAuth 2 token. */
export const sampleReadToken = "microblog-sandbox-read";

/** An app-only token, which acts for no user. */
export const sampleAppToken = "microblog-sandbox-app";

/** The four OAuth 1.0a values of the sample account, including characters that signing must encode. */
export const sampleOAuth1 = {
  consumer_key: "sandboxConsumerKey",
  consumer_secret: "sandbox+consumer/secret",
  access_token: "1234-sandboxAccessToken",
  access_token_secret: "sandbox&access=secret",
};

/** The consumer key of a read-only app. The other three values are the same. */
export const sampleReadOnlyKey = "sandboxReadOnlyKey";

/** Creates the account `plumbline`, its tokens, and keys of a read-only app. */
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
