import type { HttpResponse } from "./http-message.ts";

const SECONDS = /^\d{1,10}(\.\d+)?$/;
const DAY_NAME = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;
const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const WITH_UNIT = /^(\d{1,10}(?:\.\d+)?) ?(ms|s|sec|seconds?)$/i;

/** No provider means more than this; one that says so is taken at this word. */
const LONGEST_SECONDS = 31 * 86_400;
/** So many seconds are 31 years: a time of day, put where a wait belongs. */
const NO_WAIT_SECONDS = 1e9;

/**
 * Fields that hold a wait, in lower case and letters alone: `retry_after`, `retryAfterMs`, Google's
 * `retryDelay` ("3.5s").
 */
const SECONDS_FIELD = /^retry(after|delay|in)(s|secs?|seconds)?$/;
const MILLISECONDS_FIELD = /^retry(after|delay|in)(ms|millis|milliseconds)$/;
/** Fields of an answer that may hold such a field in turn. */
const ENVELOPE =
  /^(errors?|details?|parameters|extensions|data|meta(data)?|additionaldata|ratelimit|retryinfo|response|result|fault|problem)$/;
const DEEPEST = 3;
const MOST_ELEMENTS = 20;
const MOST_FIELDS = 200;
/** A refusal is short; what is longer is not read for a wait. */
const MAX_BODY_BYTES = 65_536;

/**
 * Seconds of a Retry-After header: delta-seconds or an HTTP date (RFC 9110, 10.2.3 and 5.6.7).
 * `undefined` for an absent, empty, unreadable or absurd one; a date in the past is 0.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (SECONDS.test(text)) return bounded(Number(text));
  return secondsUntilDate(text, now);
}

/**
 * Seconds that the headers of an answer ask for. OpenAI and Azure put milliseconds in a header of their own
 * beside the common one.
 */
export function headerWaitSeconds(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const milliseconds = headers["retry-after-ms"]?.trim() ?? "";
  if (SECONDS.test(milliseconds)) return bounded(Number(milliseconds) / 1000);
  return retryAfterSeconds(headers["retry-after"], now);
}

/**
 * Seconds that the parsed body of an answer asks for: `retry_after`, `retryAfterMs` and their like, at its
 * top or in the usual envelopes (`error`, `parameters`, `errors[].extensions`, …). The least nested wins, of
 * several beside each other the longest.
 */
export function payloadWaitSeconds(body: unknown, now: number): number | undefined {
  let level = objectsOf(body);
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const fields = level.flatMap(firstFields);
    const waits = fields.flatMap(([name, value]) => fieldWait(name, value, now) ?? []);
    if (waits.length > 0) return Math.max(...waits);
    level = fields
      .flatMap(([name, value]) => (ENVELOPE.test(letters(name)) ? objectsOf(value) : []))
      .slice(0, MOST_ELEMENTS);
  }
  return undefined;
}

/** Seconds that an answer asks to wait, in a header or, where none says so, in its parsed body. */
export function askedWaitSeconds(
  { headers, body }: { headers: Readonly<Record<string, string>>; body: unknown },
  now: number,
): number | undefined {
  return headerWaitSeconds(headers, now) ?? payloadWaitSeconds(body, now);
}

/** The same of an answer whose body has not been parsed, and need not be JSON. */
export function responseWaitSeconds(response: HttpResponse, now: number): number | undefined {
  const body = response.body.length <= MAX_BODY_BYTES ? response.json() : undefined;
  return askedWaitSeconds({ headers: response.headers, body }, now);
}

/** Reads only the values that it returns: an object may have any number of fields. */
function firstFields(object: object): [name: string, value: unknown][] {
  const names = Object.keys(object).slice(0, MOST_FIELDS);
  return names.map((name) => [name, Reflect.get(object, name)]);
}

function fieldWait(name: string, value: unknown, now: number): number | undefined {
  const field = letters(name);
  const perSecond = SECONDS_FIELD.test(field) ? 1 : MILLISECONDS_FIELD.test(field) ? 1000 : undefined;
  if (perSecond === undefined) return undefined;
  if (typeof value === "number") return bounded(value / perSecond);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (SECONDS.test(text)) return bounded(Number(text) / perSecond);
  const [, number, unit] = WITH_UNIT.exec(text) ?? [];
  if (number !== undefined) return bounded(Number(number) / (unit?.toLowerCase() === "ms" ? 1000 : 1));
  return ISO_DATE_TIME.test(text) ? secondsUntil(Date.parse(text), now) : secondsUntilDate(text, now);
}

/** Of an HTTP date. Date.parse alone makes a date of nearly anything, of "-5" too. */
function secondsUntilDate(text: string, now: number): number | undefined {
  if (!DAY_NAME.test(text)) return undefined;
  // All three forms of an HTTP date are in GMT; the oldest does not say so.
  return secondsUntil(Date.parse(text.endsWith("GMT") ? text : `${text} GMT`), now);
}

function secondsUntil(date: number, now: number): number | undefined {
  return Number.isNaN(date)
    ? undefined
    : Math.min(Math.max(0, Math.ceil((date - now) / 1000)), LONGEST_SECONDS);
}

function bounded(seconds: number): number | undefined {
  return seconds >= 0 && seconds < NO_WAIT_SECONDS ? Math.min(seconds, LONGEST_SECONDS) : undefined;
}

function letters(name: string): string {
  return name.length > 40 ? "" : name.toLowerCase().replace(/[^a-z]/g, "");
}

/** The objects a value is or has as elements. */
function objectsOf(value: unknown): object[] {
  const values = Array.isArray(value) ? value.slice(0, MOST_ELEMENTS) : [value];
  return values.filter((each) => typeof each === "object" && each !== null && !Array.isArray(each));
}
