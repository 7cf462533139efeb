import { Portal } from "./portal.ts";

/** A token of the sample portal with all permissions for contacts. */
export const sampleCrmToken = "pat-na1-sandbox-crm";

/** A token of the sample portal that may read contacts but not write them. */
export const sampleReadingCrmToken = "pat-na1-sandbox-reading";

/** An expired token of the sample portal. */
export const sampleExpiredCrmToken = "pat-na1-sandbox-expired";

const read = "crm.objects.contacts.read";
const write = "crm.objects.contacts.write";

/** Creates an empty portal with the properties that every account has. */
export function samplePortal(): Portal {
  return new Portal({
    tokens: {
      [sampleCrmToken]: { scopes: ["oauth", read, write] },
      [sampleReadingCrmToken]: { scopes: ["oauth", read] },
      [sampleExpiredCrmToken]: { scopes: ["oauth", read, write], expired: true },
    },
    properties: {
      firstname: "any",
      lastname: "any",
      phone: "any",
      company: "any",
      jobtitle: "any",
      website: "any",
      city: "any",
      country: "any",
      annualrevenue: "any",
      numberofemployees: "any",
      hs_additional_emails: "any",
      hs_email_optout: ["true", "false"],
      lifecyclestage: ["subscriber", "lead", "marketingqualifiedlead", "salesqualifiedlead", "opportunity"],
    },
  });
}
