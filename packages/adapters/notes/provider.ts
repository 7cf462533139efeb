import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

/** Fixed by the specification. */
export const NOTES_API_VERSION = "2022-06-28";

export const notes = defineProvider({
  word: "notes",
  speaksTo: "Notion",
  called: "notes app",
  requestIdHeader: "x-notion-request-id",
  endpoints: { baseUrl: { setting: "NOTES_BASE_URL", baseUrl: "https://api.notion.com" } },
  kinds: [
    {
      kind: "notes",
      aliases: ["notion"],
      metadata: () => z.strictObject({}),
      /**
       * developers.notion.com, "Authorization" and the reference of `/v1/oauth/token` and `/v1/oauth/revoke`.
       * Uses JSON bodies and no PKCE verifier. Permissions are set in the integration, not requested as
       * scopes.
       */
      oauth: {
        authorizeUrl: "https://api.notion.com/v1/oauth/authorize",
        tokenUrl: "https://api.notion.com/v1/oauth/token",
        revocation: {
          url: "https://api.notion.com/v1/oauth/revoke",
          token: "access",
          tokenIn: "body",
          clientAuth: true,
        },
        clientAuth: "basic",
        bodyForm: "json",
        headers: { "notion-version": NOTES_API_VERSION },
        pkce: false,
        reuseRevokesFamily: true,
        scopes: { separator: " ", always: [], tools: {} },
        authorizeParameters: { owner: "user" },
      },
      docs: [{ token: "the provider's token", metadata: "–" }],
    },
  ],
});
