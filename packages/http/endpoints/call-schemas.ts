import { CREDENTIAL_KINDS } from "@plumbline/adapters/credential-kinds.ts";
import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import type { DispatchErrorCode, DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import * as z from "zod";

export const credentialKind = z.enum(CREDENTIAL_KINDS).meta({ id: "CredentialKind" });

/** The account that a call used, in results and stream chunks. */
export const credentialName: z.ZodType<CredentialName> = z
  .object({ id: z.uuid(), kind: credentialKind, label: z.string() })
  .meta({ id: "CredentialName", description: "The account that a call used." });

const ERROR_CODES: Record<DispatchErrorCode, string> = {
  authentication: "the provider rejected the credential: reconnect it",
  validation: "the arguments are invalid, or the provider rejected them",
  rate_limit: "the provider asks for fewer calls",
  transient: "the provider or the network failed",
  approval_required: "a person has to approve first; nothing was sent",
  approval_denied: "a person denied it, or nobody approved it in time; nothing was sent",
  research_not_configured: "no search backend is configured",
  research_insufficient_evidence: "the sources contain too little evidence",
  research_ambiguous_name: "several people have this name; `result` lists them",
  research_provider_failure: "every search backend failed",
};

/** Stable codes of a call that was not carried out. */
export const dispatchErrorCode = z.enum(Object.keys(ERROR_CODES) as DispatchErrorCode[]).meta({
  id: "DispatchErrorCode",
  description: Object.entries(ERROR_CODES)
    .map(([code, when]) => `- \`${code}\`: ${when}.`)
    .join("\n"),
});

export const correctedArguments = z
  .array(z.string())
  .exactOptional()
  .describe("Paths of the arguments that were converted to the form the schema asks for, such as `limit`.");

export const changedCall = z
  .object({ title_done: z.string(), arguments: z.unknown() })
  .meta({ id: "ChangedCall" })
  .exactOptional()
  .describe("What was sent in place of this call, if a person changed it before they approved it.");

const endedFields = {
  tool: z.string().describe("The tool's name."),
  credential: credentialName.exactOptional(),
  corrected: correctedArguments,
  attempts: z
    .int()
    .min(0)
    .describe("Attempts that could reach the network; 0 if the call was refused before that."),
  elapsed_ms: z.int().min(0),
};

const numbersAsText = z
  .array(z.string())
  .exactOptional()
  .describe(
    "Paths in `result`, such as `body.id`, of integers returned as strings, because a JSON number would be rounded. " +
      "At most 100.",
  );

const success = z.lazy(() =>
  z
    .object({
      ok: z.literal(true),
      ...endedFields,
      result: z.unknown().describe("Matches the tool's `output_schema`."),
      numbers_as_text: numbersAsText,
      possible_duplicate: z
        .literal(true)
        .exactOptional()
        .describe("An earlier attempt failed but may have had the same effect: check for a duplicate."),
      changed: changedCall,
    })
    .meta({ id: "DispatchSuccess" }),
);

const failure = z.lazy(() =>
  z
    .object({
      ok: z.literal(false),
      ...endedFields,
      refusal_reason: z.string().describe("Show it verbatim."),
      error_code: dispatchErrorCode,
      retry_after_seconds: z.number().exactOptional(),
      next_step: z.string().exactOptional().describe("What a person can do about it."),
      outcome_unknown: z
        .literal(true)
        .exactOptional()
        .describe(
          "A write may have taken effect although no response or an error was received: check before repeating it.",
        ),
      approval_id: z
        .uuid()
        .exactOptional()
        .describe("Set when the call needs approval (`approval_required`)."),
      changed_to: z
        .uuid()
        .exactOptional()
        .describe(
          "The ID of the call as a person changed it, which is decided in its place. Repeat this call with its own `approval_id`.",
        ),
      approve_url: z.string().exactOptional().describe("The page where a person decides about it."),
      result: z
        .unknown()
        .exactOptional()
        .describe(
          "The tool's result when it is a refusal (research), or the response of a webhook: `{status, body, truncated}`.",
        ),
      numbers_as_text: numbersAsText,
    })
    .meta({ id: "DispatchFailure" }),
);

export const dispatchResult: z.ZodType<DispatchResult> = z.discriminatedUnion("ok", [success, failure]).meta({
  id: "DispatchResult",
  description: "The result of a tool call. A refusal is also a result: `ok` is false, and a reason is given.",
});
