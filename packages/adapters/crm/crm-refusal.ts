import { tryParseJson } from "@plumbline/core/text/try-parse-json.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { toOptionalField } from "../answer-fields.ts";

const MAX_SAID = 500;
/** Maximum length of text to parse. Refusals are shorter. */
const MAX_READ = 20_000;

// "All fields are optional" (HubSpot, "Error handling"): an invalid value in one must not discard the others.
const text = toOptionalField(z.string().trim().min(1));
const texts = toOptionalField(z.array(z.string()));
const context = toOptionalField(z.looseObject({ objectWriteTraceId: texts, requiredGranularScopes: texts }));
const cause = z.looseObject({ message: text, code: text, context });

/** HubSpot's error body, for a call or for one contact of a batch. */
export const crmRefusal = z.looseObject({
  status: text,
  category: text,
  message: text,
  errorType: text,
  policyName: text,
  correlationId: text,
  context,
  errors: toOptionalField(z.array(cause)),
});

export type CrmRefusal = z.output<typeof crmRefusal>;

const findings = z.array(z.looseObject({ message: z.string() })).min(1);

/**
 * Returns a refusal's message for people; `undefined` if there is no message. The provider appends details as
 * JSON, from which the messages are extracted.
 */
export function getRefusalText({ message, errors }: CrmRefusal): string | undefined {
  if (message === undefined) return errors?.find((each) => each.message !== undefined)?.message;
  const start = message.indexOf("[{");
  const found =
    start === -1 ? undefined : findings.safeParse(tryParseJson(message.slice(start, MAX_READ))).data;
  const said = found ? message.slice(0, start) + found.map((finding) => finding.message).join("; ") : message;
  return cutText(said, MAX_SAID);
}

/** Returns the scopes that `MISSING_SCOPES` requires. */
export function listRequiredScopes({ context, errors = [] }: CrmRefusal): string[] {
  const named = [context, ...errors.map((error) => error.context)];
  return [...new Set(named.flatMap((each) => each?.requiredGranularScopes ?? []))];
}

const EXISTING_ID = /\bexisting id:? ?(\d+)|\b(\d+) already has that value/i;

/** Returns the ID of the conflicting contact, if the provider reports it. */
export function findExistingId({ message = "", errors = [] }: CrmRefusal): string | undefined {
  const said = [message, ...errors.map((error) => error.message ?? "")].join(" ").slice(0, MAX_READ);
  const [, first, second] = EXISTING_ID.exec(said) ?? [];
  return first ?? second;
}

/** Returns whether a refusal is a conflict with another contact. */
export function isConflict({ category }: CrmRefusal): boolean {
  return category === "CONFLICT";
}

/** Returns whether the error is about an unknown property. */
export function namesUnknownProperty({ message = "", errors = [] }: CrmRefusal): boolean {
  return [message, ...errors.map(({ code = "" }) => code)].some((each) =>
    each.includes("PROPERTY_DOESNT_EXIST"),
  );
}
