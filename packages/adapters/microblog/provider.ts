import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const microblog = defineProvider({
  word: "microblog",
  speaksTo: "X",
  called: "microblog",
  requestIdHeader: "x-transaction-id",
  endpoints: {
    baseUrl: { setting: "MICROBLOG_BASE_URL", baseUrl: "https://api.x.com" },
    /** Base URL of uploads that use OAuth 1.0a. */
    uploadBaseUrl: { setting: "MICROBLOG_UPLOAD_BASE_URL", baseUrl: "https://upload.x.com" },
  },
  kinds: [
    {
      kind: "microblog",
      aliases: ["x", "twitter"],
      metadata: () => z.strictObject({ auth_form: z.literal("oauth1").optional() }),
      destination: ({ auth_form }) => ({ auth_form }),
      /**
       * docs.x.com, "OAuth 2.0 Authorization Code Flow with PKCE". A dead refresh token has no error code.
       */
      oauth: {
        authorizeUrl: "https://x.com/i/oauth2/authorize",
        tokenUrl: "https://api.x.com/2/oauth2/token",
        revocation: {
          url: "https://api.x.com/2/oauth2/revoke",
          token: "access",
          tokenIn: "body",
          clientAuth: true,
        },
        clientAuth: "basic",
        bodyForm: "form",
        pkce: true,
        reuseRevokesFamily: true,
        scopes: {
          separator: " ",
          always: ["offline.access", "users.read", "tweet.read"],
          tools: { "social_post:microblog": ["tweet.write", "media.write"] },
        },
        deadRefreshToken: [{ code: "invalid_request", text: /value passed for the token was invalid/i }],
      },
      docs: [
        {
          token:
            'an OAuth 2 user token; or, with `auth_form: "oauth1"`, JSON of `consumer_key`, ' +
            "`consumer_secret`, `access_token`, `access_token_secret`",
          metadata: "`auth_form`",
        },
      ],
    },
  ],
});
