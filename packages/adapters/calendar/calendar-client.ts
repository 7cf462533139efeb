import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActionContext, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import type { JsonAnswer } from "../json-exchange.ts";
import { exchangeJson, parseSuccessBody } from "../json-exchange.ts";
import { eventList } from "./event.ts";
import { isTimeZone } from "./time-zone.ts";

/**
 * IDs are `primary` or look like e-mail addresses. An ID of only dots would change the path, even if encoded.
 */
const CALENDAR_ID = /^(?!\.+$)[\x21-\x7e]+$/;

export interface CalendarCall<Answer extends z.ZodType> {
  method: "GET" | "POST";
  /** Path relative to the connection's calendar: `events` or `events/{id}`. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  /** Schema of a successful response's body. */
  answer: Answer;
}

/** Calls the calendar API for the connection's calendar. Throws one of the four adapter errors. */
export async function callCalendar<Answer extends z.ZodType>(
  context: Pick<ActionContext<OpenCredential>, "http" | "clock" | "credential">,
  baseUrl: string,
  { method, path, query, body, answer }: CalendarCall<Answer>,
): Promise<z.output<Answer>> {
  const { metadata, token } = context.credential;
  const calendar = `calendars/${encodeURIComponent(calendarId(metadata.calendar_id))}`;
  const exchanged = await exchangeJson(context, {
    method,
    baseUrl,
    path: `${calendar}/${path}${query === undefined ? "" : `?${query}`}`,
    headers: { authorization: `Bearer ${token.reveal()}` },
    body,
    effect: method === "GET" ? "read" : "write",
  });
  if (!exchanged.ok) throw calendarError(exchanged);
  return parseSuccessBody(exchanged, answer, "Google Calendar");
}

/**
 * Returns the calendar's time zone, read once per call. Reads it from the list of events, because the
 * calendar resource requires another scope. Throws AdapterValidationError if it is unknown.
 */
export function readCalendarZone(context: ActionContext<OpenCredential>, baseUrl: string): Promise<string> {
  return context.once("time zone of the calendar", async () => {
    const query = new URLSearchParams({ maxResults: "1", fields: "kind,timeZone" });
    const call = { method: "GET", path: "events", query, answer: eventList } as const;
    const { timeZone } = await callCalendar(context, baseUrl, call);
    if (timeZone !== undefined && isTimeZone(timeZone)) return timeZone;
    throw new AdapterValidationError("Google Calendar did not return the calendar's time zone.", {
      nextStep: "Include the UTC offset in each time, such as 2026-12-01T10:00:00+01:00.",
    });
  });
}

/** Stand-in for the response to the time zone request, used in previews. */
export const previewZone: PreviewAnswer = {
  body: { kind: "calendar#events", timeZone: "Etc/UTC" },
  standIns: { "Etc/UTC": "<time zone of the calendar>" },
};

function calendarId(id: unknown = "primary"): string {
  if (typeof id === "string" && CALENDAR_ID.test(id)) return id;
  throw new AdapterValidationError("The connection's metadata.calendar_id is not the id of a calendar.", {
    nextStep: "Set it to primary, or to the id in the calendar's settings in Google Calendar.",
  });
}

const EVENTS_SCOPE = "https://www.googleapis.com/auth/calendar.events";

/**
 * Reason codes that mean a rate limit, whatever the status, usually 403 (Google Calendar API, "Handle API
 * errors").
 */
const RATE_LIMIT = new Set(["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"]);
/** Limits that last hours or days, so retrying within the call is pointless. */
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
  "Connect an account that may change this calendar, or set metadata.calendar_id to one that it may change.";
const NEXT_STEPS = new Map([
  ["ACCESS_TOKEN_SCOPE_INSUFFICIENT", MISSING_SCOPE],
  ["insufficientPermissions", MISSING_SCOPE],
  ["insufficient_scope", MISSING_SCOPE],
  ["accessNotConfigured", "Enable the Google Calendar API in the project that the OAuth client belongs to."],
  ["forbidden", NO_RIGHT],
  ["requiredAccessLevel", NO_RIGHT],
  ["domainPolicy", "Ask the domain's administrator to allow this application."],
  [
    "notFound",
    "Check the connection's metadata.calendar_id: this calendar does not exist or is not shared with the account.",
  ],
  ["variableTermLimitExceeded", "Invite fewer people, or try again tomorrow."],
]);

const reasons = z.array(z.object({ reason: z.string().optional() }).catch({})).catch([]);
const structured = z.object({
  error: z.object({ message: z.string().catch(""), errors: reasons, details: reasons }),
});
const plain = z.object({ error: z.string(), error_description: z.string().catch("") });

/** Reason codes and message of an error response. */
interface Refusal {
  /**
   * The provider's reason codes, the most specific first. Empty if the body is not in the provider's error
   * format.
   */
  reasons: string[];
  message: string;
}

/** Returns the error for an unsuccessful response. The body takes precedence over the status. */
function calendarError({ body, status, detail }: JsonAnswer): AdapterError {
  const refusal = readRefusal(body);
  const code = refusal.reasons.find((reason) => NEXT_STEPS.has(reason)) ?? refusal.reasons[0];
  const message = writeSentence(refusal, code, status);
  const full = { ...detail, status, providerCode: code, nextStep: suggestNextStep(refusal, code) };
  const isNamedIn = (set: ReadonlySet<string>) => refusal.reasons.some((reason) => set.has(reason));
  if (isNamedIn(LASTING_LIMIT)) {
    // If the provider states a wait, honour it.
    return new AdapterRateLimitedError(message, {
      ...full,
      permanent: detail.retryAfterSeconds === undefined,
    });
  }
  if (isNamedIn(RATE_LIMIT)) return new AdapterRateLimitedError(message, full);
  if (refusal.reasons.includes("forbiddenForNonOrganizer")) return new AdapterValidationError(message, full);
  if (status < 500 && isNamedIn(OAUTH_REFUSAL)) return new AdapterAuthError(message, full);
  return createErrorFromStatus(status, message, full);
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

function writeSentence({ message }: Refusal, code: string | undefined, status: number): string {
  if (code === undefined && message === "") return `Google Calendar responded with ${status}.`;
  const said = message === "" ? "" : ` ${cutText(message, 300)}`;
  return `Google Calendar refused the call:${said}${code === undefined ? "" : ` (${code})`}`;
}

function suggestNextStep({ message }: Refusal, code: string | undefined): string | undefined {
  if (/conference type/i.test(message)) {
    return "Call again without create_meeting_link: this calendar does not support meeting links.";
  }
  return NEXT_STEPS.get(code ?? "");
}
