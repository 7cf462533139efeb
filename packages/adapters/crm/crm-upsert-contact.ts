import { type AdapterError, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { createNewDestination, type Destination } from "@plumbline/core/tool/destination.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, type ReadableItems, toOptionalField, toReadableItems } from "../answer-fields.ts";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { findHtmlDestinations } from "../html-destinations.ts";
import { type JsonAnswer, parseSuccessBody } from "../json-exchange.ts";
import { type Contact, contactBatch, createUpsertRequest } from "./contact-batch.ts";
import { readContactChanges } from "./contact-changes.ts";
import { callCrm, isRepeatedConflict } from "./crm-client.ts";
import { crmError } from "./crm-errors.ts";
import { type CrmRefusal, crmRefusal, findExistingId, getRefusalText, isConflict } from "./crm-refusal.ts";
import { crm } from "./provider.ts";

/**
 * Defines `crm_upsert_contact`, which creates or updates a batch of contacts by e-mail address in one call
 * (HubSpot CRM v3, contacts, batch upsert).
 */
export function crmUpsertContact(baseUrl: string): Tool {
  return defineTool({
    name: "crm_upsert_contact",
    title: "Create or update CRM contacts",
    sentence: "Save|Saved CRM contacts[: {contacts.email}]",
    description:
      `Creates or updates contacts in the ${providerTitle(crm)} by e-mail address; repeating it is safe. Not for companies or deals. ` +
      "Returns which were saved, with ids, and why others were not.",
    input: z.object({
      contacts: contactBatch.describe(
        "properties by internal name: firstname, lastname, phone, company, …; a list for several values, null clears.",
      ),
    }),
    example: {
      contacts: [{ email: "ada@example.com", properties: { firstname: "Ada", company: "Engines" } }],
    },
    output: upsertOutcome,
    ...atProvider(crm, baseUrl),
    effect: "write",
    idempotency: "upsert",
    reads: "own",
    destinations: async ({ contacts }) => [
      createNewDestination("contact", crm.speaksTo),
      ...(await Promise.all(contacts.map(findContactDestinations))).flat(),
    ],
    identifiers: ["contacts.email"],
    changes: ({ contacts }, context) => readContactChanges(contacts, context, baseUrl),
    async run({ contacts }, context) {
      const answer = await callCrm(context, {
        method: "POST",
        baseUrl,
        path: "/crm/v3/objects/contacts/batch/upsert",
        body: createUpsertRequest(contacts),
        effect: "write",
      });
      const batch = parseSuccessBody(answer, batchResponse, "the CRM (HubSpot)");
      const conflict = batch.errors.find(isConflict);
      const persists = conflict !== undefined && (await isRepeatedConflict(context, conflict, answer));
      return readUpsert(contacts, batch, {
        answer,
        persists,
        portalUrl: context.credential.accountUrl,
      });
    },
  });
}

/** Maximum number of refused contacts listed in one message. */
const MAX_LISTED = 3;

/** Result of `crm_upsert_contact`. */
const upsertOutcome = z.lazy(() =>
  z.object({
    saved: z.array(
      z.object({
        email: z.string(),
        id: z.string(),
        created: z.boolean().optional().describe("false: it already existed and was updated."),
        url: z.string().optional(),
      }),
    ),
    failed: z.array(
      z.object({
        email: z.string(),
        reason: z.string(),
        category: z.string(),
        existing_id: z.string().optional().describe("The contact that already has the value."),
      }),
    ),
    complete: z.boolean().describe("Whether every contact was saved."),
  }),
);

type UpsertOutcome = z.output<typeof upsertOutcome>;

/** HubSpot's object type 0-1 is a contact. */
const CONTACT_RECORD = "record/0-1/";

const MISSING_RESULT: CrmRefusal = {
  category: "UNANSWERED",
  message: "The response of the CRM (HubSpot) does not mention it.",
};

/**
 * Converts the response to results in the order of the contacts. Adds each contact's URL, if the provider
 * returned it or the portal is known from testing the token. Throws AdapterError if no contact was saved.
 */
function readUpsert(
  contacts: readonly Contact[],
  batch: BatchResponse,
  { answer, persists, portalUrl }: { answer: JsonAnswer; persists: boolean; portalUrl: string | undefined },
): UpsertOutcome {
  const saved: UpsertOutcome["saved"] = [];
  const failed: UpsertOutcome["failed"] = [];
  const refusals: CrmRefusal[] = [];
  for (const { email, result, refusal = MISSING_RESULT } of matchResults(contacts, batch)) {
    if (result) {
      const { id, new: created } = result;
      const url = result.url ?? (portalUrl && new URL(`${CONTACT_RECORD}${id}`, portalUrl).href);
      saved.push({ email, id, created, url: url || undefined });
      continue;
    }
    refusals.push(refusal);
    const reason = getRefusalText(refusal) ?? "The CRM (HubSpot) gave no reason.";
    const { category = "UNKNOWN" } = refusal;
    failed.push({ email, reason, category, existing_id: findExistingId(refusal) });
  }
  if (saved.length === 0) throw createBatchError(failed, refusals, answer, persists);
  return { saved, failed, complete: failed.length === 0 };
}

/**
 * Creates one error for all contacts. If they failed in different ways, prefers a retryable error, so that
 * these contacts are retried.
 */
function createBatchError(
  failed: UpsertOutcome["failed"],
  refusals: readonly CrmRefusal[],
  answer: JsonAnswer,
  persists: boolean,
): AdapterError {
  const lines = failed.slice(0, MAX_LISTED).map(({ email, reason }) => `${email}: ${reason}`);
  if (failed.length > MAX_LISTED) lines.push(`and ${failed.length - MAX_LISTED} more`);
  const message = `The CRM (HubSpot) saved no contact. ${lines.join("; ")}`;
  const unanswered = new AdapterTransientError(message, { ...answer.detail, outcomeUnknown: true });
  const errors = refusals.map((refusal) =>
    refusal === MISSING_RESULT ? unanswered : crmError(refusal, answer, { message, persists }),
  );
  const codes = ["rate_limit", "transient", "authentication", "validation"] as const;
  const [first = unanswered] = codes.flatMap((code) => errors.find((error) => error.code === code) ?? []);
  return first;
}

const savedContact = z.lazy(() =>
  z.object({
    id: z.string().min(1),
    new: toOptionalField(z.boolean()),
    objectWriteTraceId: optionalText,
    properties: toOptionalField(z.object({ email: optionalText })),
    url: optionalText,
  }),
);

/**
 * Response to a batch with status 200 or 207: the saved contacts in any order, and the refused ones. Valid if
 * any entry of either list can be parsed. A contact with an unparsable entry counts as missing.
 */
const batchResponse = z.lazy(() =>
  z
    .object({
      results: toOptionalField(toReadableItems(savedContact)),
      errors: toOptionalField(toReadableItems(crmRefusal)),
    })
    .refine(({ results, errors }) => isReadable(results) || isReadable(errors))
    .transform(({ results, errors }) => ({ results: results?.items ?? [], errors: errors?.items ?? [] })),
);

async function findContactDestinations({ properties }: Contact): Promise<Destination[]> {
  const values = Object.values(properties).map((value) => String(value ?? ""));
  const found = values.map((value) => findHtmlDestinations("contacts.properties", value));
  return (await Promise.all(found)).flat();
}

/** Returns false for a list of only unparsable entries. An empty list is valid. */
function isReadable(list: ReadableItems<unknown> | undefined): boolean {
  return list !== undefined && (list.items.length > 0 || list.unreadable === 0);
}

type BatchResponse = z.output<typeof batchResponse>;

interface ContactResult {
  email: string;
  result: BatchResponse["results"][number] | undefined;
  refusal: CrmRefusal | undefined;
}

/**
 * Assigns the entries of a batch response to the contacts, in the order they were sent. Matches by trace ID,
 * otherwise by address. If one result and one contact remain, they belong together: the contact was sent with
 * a secondary address, and the result has the primary one. A refusal that identifies no contact applies to
 * every contact without a refusal.
 */
function matchResults(contacts: readonly Contact[], { results, errors }: BatchResponse): ContactResult[] {
  const traces = contacts.map((_, index) => String(index));
  const isOurs = (trace: string) => traces.includes(trace);
  const batchRefusal = errors.find(({ context }) => !context?.objectWriteTraceId?.some(isOurs));
  const answers = contacts.map(({ email }, index): ContactResult => {
    const trace = String(index);
    return {
      email,
      result: results.find(({ objectWriteTraceId, properties }) =>
        objectWriteTraceId && isOurs(objectWriteTraceId)
          ? objectWriteTraceId === trace
          : properties?.email?.trim().toLowerCase() === email,
      ),
      refusal: errors.find(({ context }) => context?.objectWriteTraceId?.includes(trace)) ?? batchRefusal,
    };
  });
  const matched = new Set(answers.map(({ result }) => result));
  const unmatched = results.filter((result) => !matched.has(result));
  const [unanswered, ...others] = answers.filter(({ result, refusal }) => !result && !refusal);
  if (unanswered && others.length === 0 && unmatched.length === 1) unanswered.result = unmatched[0];
  return answers;
}
