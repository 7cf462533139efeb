import { defineAdapter } from "../define-adapter.ts";
import { crmConnection } from "./crm-connection.ts";
import { crmUpsertContact } from "./crm-upsert-contact.ts";
import { crm } from "./provider.ts";

export const crmAdapter = defineAdapter({
  providers: [crm],
  tools: ({ endpoints: { crm } }) => [crmUpsertContact(crm.baseUrl)],
  connectionChecks: ({ endpoints: { crm } }) => [crmConnection(crm.baseUrl)],
});
