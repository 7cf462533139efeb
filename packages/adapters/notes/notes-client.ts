import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { exchangeJson, type JsonAnswer, type JsonRequest, parseSuccessBody } from "../json-exchange.ts";
import { NOTES_API_VERSION, notes } from "./provider.ts";

export type NotesContext = Pick<ActionContext<OpenCredential>, "http" | "clock" | "credential">;

export interface NotesCall<Answer extends z.ZodType> {
  method: JsonRequest["method"];
  /** Path relative to the base URL, such as `v1/pages`. IDs in it must be validated. */
  path: string;
  effect: "read" | "write";
  body?: Readonly<Record<string, unknown>>;
  /** Schema of a successful response's body. */
  answer: Answer;
}

/** Makes one call to the notes app's REST API. Throws one of the four adapter errors. */
export async function callNotes<Answer extends z.ZodType>(
  context: NotesContext,
  baseUrl: string,
  { answer: schema, ...request }: NotesCall<Answer>,
): Promise<z.output<Answer>> {
  const answer = await exchangeJson(context, {
    ...request,
    baseUrl,
    headers: {
      authorization: `Bearer ${context.credential.token.reveal()}`,
      "notion-version": NOTES_API_VERSION,
    },
    requestIdHeader: notes.requestIdHeader,
  });
  const error = toNotesError(answer);
  if (error) throw error;
  return parseSuccessBody(answer, schema, "the notes app (Notion)");
}

/**
 * The provider's codes (Notion API reference, "Status codes") by error class. `conflict_error` is transient:
 * nothing was saved, and the provider asks to try again.
 */
const CLASSES = new Map(
  Object.entries({
    unauthorized: AdapterAuthError,
    restricted_resource: AdapterAuthError,
    invalid_grant: AdapterAuthError,
    rate_limited: AdapterRateLimitedError,
    conflict_error: AdapterTransientError,
    internal_server_error: AdapterTransientError,
    gateway_timeout: AdapterTransientError,
    service_unavailable: AdapterTransientError,
    database_connection_unavailable: AdapterTransientError,
    service_overload: AdapterTransientError,
    invalid_json: AdapterValidationError,
    invalid_request_url: AdapterValidationError,
    invalid_request: AdapterValidationError,
    validation_error: AdapterValidationError,
    missing_version: AdapterValidationError,
    object_not_found: AdapterValidationError,
  }),
);

const NEXT_STEPS = new Map([
  [
    "restricted_resource",
    "Give the integration the missing capability (read or insert content) in the notes app (Notion).",
  ],
  [
    "object_not_found",
    "Check the id, and share the page or database with the integration (its ••• menu, Connections).",
  ],
]);

const MULTIPLE_SOURCES = "multiple_data_sources_for_database";
const MAX_MESSAGE = 500;

const refusalBody = z.object({
  object: optionalText,
  code: optionalText,
  message: optionalText,
  request_id: optionalText,
  additional_data: toOptionalField(z.object({ error_type: optionalText })),
});

type RefusalBody = z.output<typeof refusalBody>;

/**
 * Converts an error response to an adapter error. Returns `undefined` if it may be a success. The body takes
 * precedence over the status.
 */
function toNotesError(answer: JsonAnswer): AdapterError | undefined {
  const { status, ok } = answer;
  const body = refusalBody.safeParse(answer.body).data;
  const refusal = ok && body?.object !== "error" ? undefined : body;
  const known = status === 429 ? AdapterRateLimitedError : CLASSES.get(refusal?.code ?? "");
  if (ok && !known) return undefined;
  const severalSources = refusal?.additional_data?.error_type === MULTIPLE_SOURCES;
  const detail = {
    ...answer.detail,
    providerCode: severalSources ? MULTIPLE_SOURCES : refusal?.code,
    providerRequestId: refusal?.request_id ?? answer.detail.providerRequestId,
    nextStep: severalSources
      ? "In the notes app (Notion), open the database's settings, Manage data sources, and move all sources except one to separate databases; or use the id of a database that has one source."
      : NEXT_STEPS.get(refusal?.code ?? ""),
  };
  const message = severalSources
    ? "This database has several data sources, which the provider's API version 2022-06-28 can neither read nor write."
    : formatMessage(refusal, status);
  return known ? new known(message, detail) : createErrorFromStatus(status, message, detail);
}

function formatMessage(refusal: RefusalBody | undefined, status: number): string {
  const { code, message } = refusal ?? {};
  if (code === "rate_limited") return "The notes app (Notion) is limiting calls.";
  const said = message || code;
  return said
    ? `The notes app (Notion) refused the call: ${cutText(said, MAX_MESSAGE)}`
    : `The notes app (Notion) responded with ${status}.`;
}
