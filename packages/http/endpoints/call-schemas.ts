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
  authentication: "the credential does not open the door: reconnect it",
  validation: "the arguments, or what the provider says of them",
  rate_limit: "the provider asks for fewer calls",
  transient: "the provider or the network failed",
  approval_required: "a person must agree first; nothing was sent",
  approval_denied: "a person said no, or nobody said yes in time; nothing was sent",
  research_not_configured: "no search backend is set",
  research_insufficient_evidence: "the sources say too little",
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
  .describe("Paths of the arguments that were read in another form than they came in, such as `limit`.");

const endedFields = {
  tool: z.string().describe("The tool's name."),
  credential: credentialName.exactOptional(),
  corrected: correctedArguments,
  attempts: z
    .int()
    .min(0)
    .describe("Tries in which something could go to the network; 0 when the call was refused before that."),
  elapsed_ms: z.int().min(0),
};

const numbersAsText = z
  .array(z.string())
  .exactOptional()
  .describe(
    "Paths in `result`, such as `body.id`, of whole numbers that are given as text, because a JSON number would be rounded. " +
      "At most 100.",
  );

const success = z
  .object({
    ok: z.literal(true),
    ...endedFields,
    result: z.unknown().describe("As the tool's `output_schema` says."),
    numbers_as_text: numbersAsText,
    possible_duplicate: z
      .literal(true)
      .exactOptional()
      .describe(
        "An earlier attempt was answered with a failure and may have done the same: look for a second one.",
      ),
  })
  .meta({ id: "DispatchSuccess" });

const failure = z
  .object({
    ok: z.literal(false),
    ...endedFields,
    refusal_reason: z.string().describe("To be shown verbatim."),
    error_code: dispatchErrorCode,
    retry_after_seconds: z.number().exactOptional(),
    next_step: z.string().exactOptional().describe("What a person can do about it."),
    outcome_unknown: z
      .literal(true)
      .exactOptional()
      .describe(
        "A write may have taken effect, though no answer came or a failure was the answer: look before repeating it.",
      ),
    approval_id: z
      .uuid()
      .exactOptional()
      .describe("Of a call that waits for a person (`approval_required`)."),
    approve_url: z.string().exactOptional().describe("The page on which a person decides about it."),
    result: z
      .unknown()
      .exactOptional()
      .describe(
        "The tool's own result, where the refusal is one (research), or what a webhook answered: `{status, body, truncated}`.",
      ),
    numbers_as_text: numbersAsText,
  })
  .meta({ id: "DispatchFailure" });

/** The result of a tool call. */
export const dispatchResult: z.ZodType<DispatchResult> = z.discriminatedUnion("ok", [success, failure]).meta({
  id: "DispatchResult",
  description: "How a tool call ended. A refusal is an answer: `ok` is false, and it has its reason.",
});
