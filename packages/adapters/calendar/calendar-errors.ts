import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterValidationError,
  errorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import type { JsonAnswer } from "../json-exchange.ts";

const EVENTS_SCOPE = "https://www.googleapis.com/auth/calendar.events";

/**
 * Reasons that mean a rate limit whatever the status, usually 403 (Google Calendar API, "Handle API errors").
 */
const RATE_LIMIT = new Set(["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"]);
/** Limits of hours or days, for which retrying within the call cannot help. */
const LASTING_LIMIT = new Set(["quotaExceeded", "dailyLimitExceeded", "variableTermLimitExceeded"]);
/**
 * OAuth codes for an invalid token, in responses where `error` is a string (RFC 6749, 5.2; RFC 6750, 3.1).
 */
const OAUTH_REFUSAL = new Set([
  "invalid_grant",
  "invalid_token",
  "invalid_client",
  "unauthorized_client",
  "insufficient_scope",
  "access_denied",
]);

const MISSING_SCOPE = `Reconnect with the scope ${EVENTS_SCOPE}.`;
const NO_RIGHT =
  "Connect an account that may change this calendar, or set metadata.calendar_id to one it may.";
const NEXT_STEPS = new Map([
  ["ACCESS_TOKEN_SCOPE_INSUFFICIENT", MISSING_SCOPE],
  ["insufficientPermissions", MISSING_SCOPE],
  ["insufficient_scope", MISSING_SCOPE],
  [
    "accessNotConfigured",
    "Switch on the Google Calendar API in the project that the OAuth client belongs to.",
  ],
  ["forbidden", NO_RIGHT],
  ["requiredAccessLevel", NO_RIGHT],
  ["domainPolicy", "Ask the domain's administrator to allow this application."],
  ["notFound", "Check the connection's metadata.calendar_id: it is unknown or not shared with this account."],
  ["variableTermLimitExceeded", "Invite fewer people, or try again tomorrow."],
]);

const reasons = z.array(z.object({ reason: z.string().optional() }).catch({})).catch([]);
const structured = z.object({
  error: z.object({ message: z.string().catch(""), errors: reasons, details: reasons }),
});
const plain = z.object({ error: z.string(), error_description: z.string().catch("") });

/** The reasons and the message of a refusal. */
interface Refusal {
  /** The provider's reason codes, the most specific first. Empty if the body is not the provider's. */
  reasons: string[];
  message: string;
}

/** Returns the error for an unsuccessful response. The body takes precedence over the status. */
export function calendarError({ body, status, detail }: JsonAnswer): AdapterError {
  const refusal = readRefusal(body);
  const code = refusal.reasons.find((reason) => NEXT_STEPS.has(reason)) ?? refusal.reasons[0];
  const message = sentence(refusal, code, status);
  const full = { ...detail, status, providerCode: code, nextStep: nextStep(refusal, code) };
  const named = (set: ReadonlySet<string>) => refusal.reasons.some((reason) => set.has(reason));
  if (named(LASTING_LIMIT)) {
    // If the provider states a wait, honour it.
    return new AdapterRateLimitedError(message, {
      ...full,
      permanent: detail.retryAfterSeconds === undefined,
    });
  }
  if (named(RATE_LIMIT)) return new AdapterRateLimitedError(message, full);
  if (refusal.reasons.includes("forbiddenForNonOrganizer")) return new AdapterValidationError(message, full);
  if (status < 500 && named(OAUTH_REFUSAL)) return new AdapterAuthError(message, full);
  return errorFromStatus(status, message, full);
}

function readRefusal(body: unknown): Refusal {
  const known = structured.safeParse(body);
  if (known.success) {
    const { errors, details, message } = known.data.error;
    return { reasons: [...details, ...errors].flatMap(({ reason }) => reason || []), message };
  }
  const oauth = plain.safeParse(body);
  if (oauth.success) return { reasons: [oauth.data.error], message: oauth.data.error_description };
  return { reasons: [], message: "" };
}

function sentence({ message }: Refusal, code: string | undefined, status: number): string {
  if (code === undefined && message === "") return `Google Calendar answered ${status}.`;
  const said = message === "" ? "" : ` ${cutText(message, 300)}`;
  return `Google Calendar refused the call:${said}${code === undefined ? "" : ` (${code})`}`;
}

function nextStep({ message }: Refusal, code: string | undefined): string | undefined {
  if (/conference type/i.test(message)) {
    return "Call again without create_meeting_link: this calendar cannot make meetings.";
  }
  return NEXT_STEPS.get(code ?? "");
}
