import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const tracker = defineProvider({
  word: "tracker",
  speaksTo: "Linear",
  called: "issue tracker",
  requestIdHeader: "x-request-id",
  endpoints: {
    /** The full URL of the GraphQL endpoint. */
    baseUrl: { setting: "TRACKER_BASE_URL", baseUrl: "https://api.linear.app/graphql" },
  },
  kinds: [
    {
      kind: "tracker",
      aliases: ["linear"],
      metadata: () => z.strictObject({ auth_form: z.literal("bearer").optional() }),
      destination: ({ auth_form }) => ({ auth_form }),
      /** linear.app/developers/oauth-2-0-authentication. */
      oauth: {
        authorizeUrl: "https://linear.app/oauth/authorize",
        tokenUrl: "https://api.linear.app/oauth/token",
        revocation: {
          url: "https://api.linear.app/oauth/revoke",
          token: "access",
          tokenIn: "header",
          clientAuth: false,
        },
        clientAuth: "body",
        bodyForm: "form",
        pkce: true,
        reuseRevokesFamily: true,
        scopes: {
          separator: ",",
          always: ["read"],
          tools: { tracker_create_issue: ["issues:create"] },
          more: ["write"],
          wider: { write: ["issues:create"], admin: ["issues:create"] },
        },
        authorizeParameters: { prompt: "consent" },
        metadata: { auth_form: "bearer" },
      },
      docs: [
        {
          token: "a personal API key, or an OAuth token",
          metadata: '`auth_form: "bearer"` for an OAuth token',
        },
      ],
    },
  ],
});
