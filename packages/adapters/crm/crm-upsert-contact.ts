import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { successBody } from "../json-exchange.ts";
import { batchAnswer } from "./batch-answer.ts";
import { contactBatch, upsertRequest } from "./contact-batch.ts";
import { CRM_REQUEST_ID, callCrm } from "./crm-client.ts";
import { readUpsert, upsertOutcome } from "./upsert-outcome.ts";

/** `crm_upsert_contact`: creates or updates contacts by e-mail, a whole batch in one call (HubSpot CRM v3, contacts, batch upsert). */
export function crmUpsertContact(baseUrl: string): Tool {
  return defineTool({
    name: "crm_upsert_contact",
    title: "Create or update CRM contacts",
    description:
      "Creates or updates CRM contacts by e-mail address; repeating it is safe. Not for companies or deals. " +
      "Answers which were saved, with their ids, and why others were not.",
    input: z.object({
      contacts: contactBatch.describe(
        "Each address once. properties by internal name: firstname, lastname, phone, company, …; null clears one.",
      ),
    }),
    output: upsertOutcome,
    credential: { use: "required", kinds: ["crm"] },
    effect: "write",
    idempotency: "upsert",
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: CRM_REQUEST_ID },
    identifiers: ["contacts.email"],
    async run({ contacts }, context) {
      const answer = await callCrm(context, {
        method: "POST",
        baseUrl,
        path: "/crm/v3/objects/contacts/batch/upsert",
        body: upsertRequest(contacts),
        effect: "write",
      });
      const batch = successBody(answer, batchAnswer, "The CRM");
      return readUpsert(contacts, batch, { answer, portalUrl: context.credential.accountUrl });
    },
  });
}
