import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

/** Creates the schema of a network connection's metadata: the author URN that it posts as. */
export function createNetworkMetadata() {
  return z.strictObject({
    urn: z
      .string()
      .regex(
        /^urn:li:(person|organization):[A-Za-z0-9_-]+$/,
        "must be an author URN such as urn:li:person:AbC123",
      ),
  });
}

export const network = defineProvider({
  word: "network",
  speaksTo: "LinkedIn",
  called: "professional network",
  /** Some responses use `x-li-request-id` instead. */
  requestIdHeader: "x-li-uuid",
  endpoints: { baseUrl: { setting: "NETWORK_BASE_URL", baseUrl: "https://api.linkedin.com" } },
  kinds: [
    {
      kind: "network",
      aliases: ["linkedin"],
      metadata: createNetworkMetadata,
      destination: ({ urn }) => ({ urn }),
      /**
       * learn.microsoft.com, "Authorization Code Flow (3-legged OAuth)". The provider refuses a PKCE verifier
       * together with a secret as `invalid_client` (github.com/UsefulSoftwareCo/executor/issues/2087). Most
       * apps get no refresh token.
       */
      oauth: {
        authorizeUrl: "https://www.linkedin.com/oauth/v2/authorization",
        tokenUrl: "https://www.linkedin.com/oauth/v2/accessToken",
        revocation: {
          url: "https://www.linkedin.com/oauth/v2/revoke",
          token: "access",
          tokenIn: "body",
          clientAuth: true,
        },
        // "Sign In with LinkedIn using OpenID Connect" does not mention this claim.
        omitsTokenHash: true,
        claimedMetadata: ({ sub }) => ({ urn: sub && `urn:li:person:${sub}` }),
        clientAuth: "body",
        bodyForm: "form",
        pkce: false,
        scopes: {
          separator: " ",
          always: ["openid", "profile"],
          tools: { "social_post:network": ["w_member_social"] },
          more: ["w_organization_social"],
          wider: { w_organization_social: ["w_member_social"] },
        },
      },
      docs: [
        {
          token: "an OAuth token",
          metadata: "`urn`: the author, `urn:li:person:…` or `urn:li:organization:…`",
        },
      ],
    },
  ],
});
