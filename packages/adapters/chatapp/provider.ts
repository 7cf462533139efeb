import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

/**
 * Slack, "Installing with OAuth" and "Using token rotation". An app with a secret must not send a PKCE
 * verifier (`pkce_not_allowed`): enabling PKCE permanently turns an app into a public client ("PKCE is now
 * generally available", docs.slack.dev, 30 March 2026).
 */
const oauth = {
  authorizeUrl: "https://slack.com/oauth/v2/authorize",
  tokenUrl: "https://slack.com/api/oauth.v2.access",
  clientAuth: "basic",
  bodyForm: "form",
  pkce: false,
  reuseRevokesFamily: true,
  deadRefreshToken: [
    { code: "invalid_refresh_token" },
    { code: "token_revoked" },
    { code: "token_expired" },
    { code: "account_inactive" },
  ],
} as const;
/** `users:read.email` is only granted together with `users:read`. */
const scopes = {
  separator: ",",
  always: [],
  tools: {
    chatapp_dm: ["chat:write", "im:write", "users:read", "users:read.email"],
    chatapp_post_channel: ["chat:write"],
  },
} as const;

const docs = [{ token: "the provider's token", metadata: "–" }];

export const chatapp = defineProvider({
  word: "chatapp",
  speaksTo: "Slack",
  called: "chat app",
  requestIdHeader: "x-slack-req-id",
  endpoints: { baseUrl: { setting: "CHATAPP_BASE_URL", baseUrl: "https://slack.com/api/" } },
  kinds: [
    {
      kind: "chatapp_bot",
      aliases: ["slack"],
      metadata: () => z.strictObject({}),
      oauth: { ...oauth, scopes },
      docs,
    },
    {
      kind: "chatapp_user",
      aliases: ["slack_user"],
      metadata: () => z.strictObject({}),
      oauth: {
        ...oauth,
        scopes: { ...scopes, parameter: "user_scope" },
        // An authorization code returns the user's token in addition to the bot's; a refresh returns only the
        // user's.
        tokenPart: (answer) => answer.authed_user ?? answer,
      },
      docs,
    },
  ],
});
