import {
  AdapterAuthError,
  type AdapterError,
  type AdapterErrorDetail,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import type { JsonAnswer } from "../json-exchange.ts";
import {
  type CrmRefusal,
  findExistingId,
  getRefusalText,
  isConflict,
  listRequiredScopes,
  namesUnknownProperty,
} from "./crm-refusal.ts";

const AUTHENTICATION = new Set(["INVALID_AUTHENTICATION", "EXPIRED_AUTHENTICATION", "MISSING_SCOPES"]);
const RATE_LIMIT = /RATE_LIMIT/;
const TRANSIENT = /INTERNAL|UNAVAILABLE|TIMEOUT/;
const LOCKED_SECONDS = 2;

/**
 * Returns the error for a failed call, or for one failed contact in a 207 response. Category and policy take
 * precedence over the status (HubSpot, "Error handling" and "Usage guidelines"). A conflict means that
 * another call created the contact, so a retry succeeds. If it `persists`, it is not retried.
 */
export function crmError(
  refusal: CrmRefusal,
  answer: JsonAnswer,
  { message, persists = false }: { message?: string; persists?: boolean } = {},
): AdapterError {
  const { status } = answer;
  const category = refusal.category ?? "";
  const said = getRefusalText(refusal);
  const sentence =
    message ?? `The CRM (HubSpot) responded with ${status}${said === undefined ? "." : `: ${said}`}`;
  const detail = {
    ...answer.detail,
    providerCode: refusal.policyName ?? refusal.category ?? refusal.errorType,
    providerRequestId: answer.detail.providerRequestId ?? refusal.correlationId,
  };
  if (status === 429 || RATE_LIMIT.test(category) || RATE_LIMIT.test(refusal.errorType ?? "")) {
    if (isDaily(refusal)) {
      const nextStep = "The daily limit resets at midnight in the time zone of the CRM account (HubSpot).";
      return new AdapterRateLimitedError(sentence, { ...detail, nextStep, permanent: true });
    }
    return new AdapterRateLimitedError(sentence, { ...detail, retryAfterSeconds: getBurstWait(answer) });
  }
  if (AUTHENTICATION.has(category) || status === 401 || status === 403) {
    return new AdapterAuthError(sentence, {
      ...detail,
      nextStep: suggestReconnect(listRequiredScopes(refusal)),
    });
  }
  if (status === 423) {
    const retryAfterSeconds = Math.max(LOCKED_SECONDS, detail.retryAfterSeconds ?? 0);
    return new AdapterTransientError(sentence, { ...detail, retryAfterSeconds });
  }
  if (isConflict(refusal) || status === 409)
    return createConflictError(refusal, sentence, { detail, persists });
  // 477: HubSpot is migrating the account to another data center, which can take a day.
  if (TRANSIENT.test(category) || status === 477) return new AdapterTransientError(sentence, detail);
  const nextStep = namesUnknownProperty(refusal)
    ? "Use the internal names of properties, as listed in the property settings of the CRM (HubSpot)."
    : undefined;
  return createErrorFromStatus(status, sentence, { ...detail, nextStep });
}

function createConflictError(
  refusal: CrmRefusal,
  sentence: string,
  { detail, persists }: { detail: AdapterErrorDetail; persists: boolean },
): AdapterError {
  if (!persists) return new AdapterTransientError(sentence, detail);
  const id = findExistingId(refusal);
  const owner = id === undefined ? "Another contact" : `The contact ${id}`;
  const nextStep = `${owner} already has this value: leave the property out, or change that contact.`;
  return new AdapterValidationError(sentence, { ...detail, nextStep });
}

/**
 * Returns advice to reconnect. If several scopes are listed, any of them suffices (HubSpot: "one or more of
 * the following scopes are required").
 */
function suggestReconnect(scopes: readonly string[]): string | undefined {
  if (scopes.length === 0) return undefined;
  const which = scopes.length === 1 ? "the scope" : "one or more of the scopes";
  return `Reconnect the CRM (HubSpot) with ${which} ${scopes.join(", ")}.`;
}

function isDaily({ policyName, message = "" }: CrmRefusal): boolean {
  return /daily/i.test(policyName ?? message);
}

/**
 * Returns the seconds until a burst limit is lifted: from Retry-After, otherwise the body, otherwise the
 * window in the headers. Retry-After is in seconds, though some responses reportedly use milliseconds. The
 * window is 10 s, so values of 1,000 or more are milliseconds.
 */
function getBurstWait({ detail, headers }: JsonAnswer): number | undefined {
  const header = headers["retry-after"]?.trim() ?? "";
  if (/^\d{4,9}$/.test(header)) return Number(header) / 1_000;
  if (detail.retryAfterSeconds !== undefined) return detail.retryAfterSeconds;
  const interval = headers["x-hubspot-ratelimit-interval-milliseconds"] ?? "";
  return /^\d{1,9}$/.test(interval) ? Number(interval) / 1_000 : undefined;
}
