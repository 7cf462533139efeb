import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { AdapterAuthError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { accountCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { parseSuccessBody } from "../json-exchange.ts";
import { callCrm } from "./crm-client.ts";
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
  const description = "Asks the CRM (HubSpot) whose account the token belongs to; changes nothing.";
  return accountCheck(crm, baseUrl, (context) => readAccount(context, baseUrl), { description });
}

async function readAccount(context: ActionContext<OpenCredential>, baseUrl: string) {
  const request = { method: "GET", baseUrl, path: "/account-info/v3/details", effect: "read" } as const;
  try {
    const answer = await callCrm(context, request);
    const { portalId, uiDomain } = parseSuccessBody(answer, accountDetails, "the CRM (HubSpot)");
    const account = [portalId, uiDomain].filter(Boolean).join(" @ ");
    const account_id = portalId === undefined ? {} : { account_id: String(portalId) };
    if (portalId === undefined || uiDomain === undefined) return { account, ...account_id };
    return { account, ...account_id, account_url: `https://${uiDomain}/contacts/${portalId}/` };
  } catch (error) {
    if (error instanceof AdapterAuthError && error.detail.providerCode === "MISSING_SCOPES") return {};
    throw error;
  }
}
