import { AdapterAuthError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { connectionCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { parseSuccessBody } from "../json-exchange.ts";
import { CRM_REQUEST_ID, callCrm } from "./crm-client.ts";
import { crmUpsertContact } from "./crm-upsert-contact.ts";
import { crm } from "./provider.ts";

export const crmAdapter = defineAdapter({
  providers: [crm],
  tools: ({ endpoints: { crm } }) => [crmUpsertContact(crm.baseUrl)],
  connectionChecks: ({ endpoints: { crm } }) => [createConnectionCheck(crm.baseUrl)],
});

/** Account details. Either field proves that the CRM sent the response. */
const accountDetails = z
  .object({ portalId: toOptionalField(z.union([z.int(), z.string()])), uiDomain: optionalText })
  .refine(({ portalId, uiDomain }) => portalId !== undefined || uiDomain !== undefined);

/**
 * Tests a CRM token by reading the account's details, which require only the scope that every app has
 * (HubSpot, "Account information API"). A known token that may not read them is valid, but its account has no
 * name.
 */
function createConnectionCheck(baseUrl: string): ConnectionCheck {
  return connectionCheck({
    word: "crm",
    description: "Asks the CRM (HubSpot) whose account the token belongs to; changes nothing.",
    credential: { use: "required", kinds: ["crm"] },
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: CRM_REQUEST_ID },
    async test(context) {
      const request = { method: "GET", baseUrl, path: "/account-info/v3/details", effect: "read" } as const;
      try {
        const { portalId, uiDomain } = parseSuccessBody(
          await callCrm(context, request),
          accountDetails,
          "the CRM (HubSpot)",
        );
        const account = [portalId, uiDomain].filter(Boolean).join(" @ ");
        const account_id = portalId === undefined ? {} : { account_id: String(portalId) };
        if (portalId === undefined || uiDomain === undefined) return { account, ...account_id };
        return { account, ...account_id, account_url: `https://${uiDomain}/contacts/${portalId}/` };
      } catch (error) {
        if (error instanceof AdapterAuthError && error.detail.providerCode === "MISSING_SCOPES") return {};
        throw error;
      }
    },
  });
}
