import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const crm = defineProvider({
  word: "crm",
  speaksTo: "HubSpot",
  called: "CRM",
  requestIdHeader: "x-hubspot-correlation-id",
  endpoints: { baseUrl: { setting: "CRM_BASE_URL", baseUrl: "https://api.hubapi.com" } },
  kinds: [
    {
      kind: "crm",
      aliases: ["hubspot"],
      metadata: () => z.strictObject({}),
      /** developers.hubspot.com, "Manage OAuth tokens" (2026-03). */
      oauth: {
        authorizeUrl: "https://app.hubspot.com/oauth/authorize",
        tokenUrl: "https://api.hubapi.com/oauth/2026-03/token",
        /** Only version 1 can revoke refresh tokens. Access tokens expire after half an hour. */
        revocation: {
          url: "https://api.hubapi.com/oauth/v1/refresh-tokens",
          token: "refresh",
          tokenIn: "path",
          clientAuth: false,
        },
        clientAuth: "body",
        bodyForm: "form",
        pkce: true,
        scopes: {
          separator: " ",
          always: ["oauth"],
          tools: { crm_upsert_contact: ["crm.objects.contacts.read", "crm.objects.contacts.write"] },
        },
        deadRefreshToken: [{ code: "BAD_REFRESH_TOKEN" }],
      },
      docs: [{ token: "the provider's token", metadata: "–" }],
    },
  ],
});
