import type { HttpResponse } from "./http-message.ts";

const SECONDS = /^\d{1,10}(\.\d+)?$/;
const DAY_NAME = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;
const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const WITH_UNIT = /^(\d{1,10}(?:\.\d+)?) ?(ms|s|sec|seconds?)$/i;

/** Maximum plausible wait. Longer ones are reduced to it. */
const MAX_SECONDS = 31 * 86_400;
/** From this value on, a number is a point in time rather than a wait: it would be 31 years. */
const MIN_TIMESTAMP_SECONDS = 1e9;

/**
 * Names of fields that contain a wait, in lower case and letters only: `retry_after`, `retryAfterMs`,
 * Google's `retryDelay` ("3.5s").
 */
const SECONDS_FIELD = /^retry(after|delay|in)(s|secs?|seconds)?$/;
const MILLISECONDS_FIELD = /^retry(after|delay|in)(ms|millis|milliseconds)$/;
/** Names of fields that may contain such a field. */
const ENVELOPE =
  /^(errors?|details?|parameters|extensions|data|meta(data)?|additionaldata|ratelimit|retryinfo|response|result|fault|problem)$/;
const MAX_DEPTH = 3;
const MAX_ELEMENTS = 20;
const MAX_FIELDS = 200;
/** Longer bodies are not searched, because error bodies are short. */
const MAX_BODY_BYTES = 65_536;

/**
 * Parses a Retry-After header, a number or an HTTP date (RFC 9110, 10.2.3 and 5.6.7), to seconds. Returns
 * `undefined` if it is missing, empty, invalid or implausible, and 0 for a date in the past.
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (SECONDS.test(text)) return limitWait(Number(text));
  return parseSecondsUntilDate(text, now);
}

/** Reads the wait from a response's headers, in seconds. OpenAI and Azure also send milliseconds. */
export function readHeaderWaitSeconds(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | undefined {
  const milliseconds = headers["retry-after-ms"]?.trim() ?? "";
  if (SECONDS.test(milliseconds)) return limitWait(Number(milliseconds) / 1000);
  return retryAfterSeconds(headers["retry-after"], now);
}

/**
 * Reads the wait from a response's parsed body, in seconds: from `retry_after`, `retryAfterMs` and similar
 * fields, at the top level or in common envelopes (`error`, `parameters`, `errors[].extensions`, …). The
 * least nested field wins. If there are several at one level, the longest wait wins.
 */
export function readPayloadWaitSeconds(body: unknown, now: number): number | undefined {
  let level = listObjects(body);
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const fields = level.flatMap(listFirstFields);
    const waits = fields.flatMap(([name, value]) => readFieldWait(name, value, now) ?? []);
    if (waits.length > 0) return Math.max(...waits);
    level = fields
      .flatMap(([name, value]) => (ENVELOPE.test(keepLetters(name)) ? listObjects(value) : []))
      .slice(0, MAX_ELEMENTS);
  }
  return undefined;
}

/** Reads the wait from a response's headers or, failing that, its parsed body, in seconds. */
export function readRequestedWaitSeconds(
  { headers, body }: { headers: Readonly<Record<string, string>>; body: unknown },
  now: number,
): number | undefined {
  return readHeaderWaitSeconds(headers, now) ?? readPayloadWaitSeconds(body, now);
}

/** Reads the wait, in seconds, from a response whose body is not parsed yet and need not be JSON. */
export function readResponseWaitSeconds(response: HttpResponse, now: number): number | undefined {
  const body = response.body.length <= MAX_BODY_BYTES ? response.json() : undefined;
  return readRequestedWaitSeconds({ headers: response.headers, body }, now);
}

/** Returns the first fields of an object. Reads no others, because there may be any number. */
function listFirstFields(object: object): [name: string, value: unknown][] {
  const names = Object.keys(object).slice(0, MAX_FIELDS);
  return names.map((name) => [name, Reflect.get(object, name)]);
}

function readFieldWait(name: string, value: unknown, now: number): number | undefined {
  const field = keepLetters(name);
  const perSecond = SECONDS_FIELD.test(field) ? 1 : MILLISECONDS_FIELD.test(field) ? 1000 : undefined;
  if (perSecond === undefined) return undefined;
  if (typeof value === "number") return limitWait(value / perSecond);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (SECONDS.test(text)) return limitWait(Number(text) / perSecond);
  const [, number, unit] = WITH_UNIT.exec(text) ?? [];
  if (number !== undefined) return limitWait(Number(number) / (unit?.toLowerCase() === "ms" ? 1000 : 1));
  return ISO_DATE_TIME.test(text) ? getSecondsUntil(Date.parse(text), now) : parseSecondsUntilDate(text, now);
}

/** Returns the seconds until an HTTP date. Date.parse alone accepts nearly anything, even "-5". */
function parseSecondsUntilDate(text: string, now: number): number | undefined {
  if (!DAY_NAME.test(text)) return undefined;
  // All three formats of an HTTP date are in GMT, but the oldest does not state it.
  return getSecondsUntil(Date.parse(text.endsWith("GMT") ? text : `${text} GMT`), now);
}

function getSecondsUntil(date: number, now: number): number | undefined {
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, Math.ceil((date - now) / 1000)), MAX_SECONDS);
}

function limitWait(seconds: number): number | undefined {
  return seconds >= 0 && seconds < MIN_TIMESTAMP_SECONDS ? Math.min(seconds, MAX_SECONDS) : undefined;
}

function keepLetters(name: string): string {
  return name.length > 40 ? "" : name.toLowerCase().replace(/[^a-z]/g, "");
}

/** Returns the value if it is an object, or the objects in it if it is an array; always as a list. */
function listObjects(value: unknown): object[] {
  const values = Array.isArray(value) ? value.slice(0, MAX_ELEMENTS) : [value];
  return values.filter((each) => typeof each === "object" && each !== null && !Array.isArray(each));
}
