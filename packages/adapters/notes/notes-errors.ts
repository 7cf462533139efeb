import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import { errorFromStatus } from "@plumbline/core/errors/error-from-status.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import type { JsonAnswer } from "../json-exchange.ts";

/**
 * The provider's codes (Notion API reference, "Status codes") by class. `conflict_error` is transient: nothing was saved, and
 * the provider itself says to try again.
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
    "Give the integration the capability it lacks (read or insert content) in the notes app.",
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
  additional_data: optionalField(z.object({ error_type: optionalText })),
});

type RefusalBody = z.output<typeof refusalBody>;

/** The error an answer is, whatever its status; `undefined` when it may be a success. The body is read before the status. */
export function notesError(answer: JsonAnswer): AdapterError | undefined {
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
      ? "In the notes app open the database's settings, Manage data sources, and move every source but one to a database of its own; or use the id of a database that has one source."
      : NEXT_STEPS.get(refusal?.code ?? ""),
  };
  const message = severalSources
    ? "This database has several data sources, which the provider's API version 2022-06-28 can neither read nor write."
    : sentence(refusal, status);
  return known ? new known(message, detail) : errorFromStatus(status, message, detail);
}

function sentence(refusal: RefusalBody | undefined, status: number): string {
  const { code, message } = refusal ?? {};
  if (code === "rate_limited") return "The notes app asks for fewer calls.";
  const said = message || code;
  return said
    ? `The notes app refused the call: ${cutText(said, MAX_MESSAGE)}`
    : `The notes app answered ${status}.`;
}
