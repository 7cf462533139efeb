import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActionContext, Change } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toReadableItems } from "../answer-fields.ts";
import { parseSuccessBody } from "../json-exchange.ts";
import { type Contact, createUpsertRequest } from "./contact-batch.ts";
import { callCrm } from "./crm-client.ts";

/** Maximum number of characters shown of a property's current value. */
const MAX_SHOWN = 2_000;

/** The CRM's property with a contact's other addresses, separated by semicolons. */
const OTHER_ADDRESSES = "hs_additional_emails";

const batchRead = z.lazy(() =>
  z.object({
    results: toReadableItems(z.object({ properties: z.record(z.string(), optionalText.nullable()) })),
  }),
);

/**
 * Reads the contacts that a batch would overwrite, and compares each property (HubSpot CRM v3, contacts,
 * batch read). Unchanged properties are left out.
 */
export async function readContactChanges(
  contacts: readonly Contact[],
  context: ActionContext<OpenCredential>,
  baseUrl: string,
): Promise<Change[]> {
  const { inputs } = createUpsertRequest(contacts);
  const names = new Set(inputs.flatMap(({ properties }) => Object.keys(properties)));
  const answer = await callCrm(context, {
    method: "POST",
    baseUrl,
    path: "/crm/v3/objects/contacts/batch/read",
    body: {
      idProperty: "email",
      inputs: inputs.map(({ id }) => ({ id })),
      properties: [...names, OTHER_ADDRESSES],
    },
    effect: "read",
  });
  const { items } = parseSuccessBody(answer, batchRead, "the CRM (HubSpot)").results;
  const found = items.map(({ properties }) => properties);
  return inputs.map(({ id, properties }) => {
    const known = found.find((properties) => listAddresses(properties).includes(id));
    const wanted = Object.entries(properties).filter(([name]) => name !== "email");
    const fields = wanted.map(([name, after]) => ({
      name,
      before: cutText(known?.[name] ?? "", MAX_SHOWN) || null,
      after: after || null,
    }));
    return {
      thing: id,
      effect: known ? "changed" : "created",
      fields: fields.filter(({ before, after }) => before !== after),
    };
  });
}

function listAddresses(properties: z.output<typeof batchRead>["results"]["items"][number]["properties"]) {
  return [properties.email, ...(properties[OTHER_ADDRESSES] ?? "").split(";")].map((address) =>
    address?.trim().toLowerCase(),
  );
}
