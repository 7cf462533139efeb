import { readHeaderWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import {
  AdapterAuthError,
  AdapterError,
  type AdapterErrorDetail,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import type { JsonAnswer } from "../json-exchange.ts";

/** Meaning of a known error code, whatever its status. */
interface Meaning {
  error: new (message: string, detail: AdapterErrorDetail) => AdapterError;
  nextStep?: string | undefined;
  permanent?: true;
}

const MAX_MESSAGE = 400;
const DUPLICATE = "duplicate_content";
const UNLOCK = "Log in to the account and unlock it.";
const CHANGE_PLAN = "In the developer portal, put the app into a project whose plan includes posting.";
const GRANT_WRITE =
  "In the developer portal, give the app read and write permission, then create new access tokens.";
const ADD_CREDITS = "Add credits or change the plan in the developer portal.";
const CAPPED: Meaning = {
  error: AdapterRateLimitedError,
  nextStep: "The plan's cap is used up: wait for its next period, or change the plan.",
  permanent: true,
};

const createInvalid = (nextStep?: string): Meaning => ({ error: AdapterValidationError, nextStep });
const createNoAccess = (nextStep?: string): Meaning => ({ error: AdapterAuthError, nextStep });

/**
 * Meanings of error codes: the last path segment of a v2 problem's `type`, or the `code` of a v1.1 error (the
 * provider's "Response codes").
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  [DUPLICATE, createInvalid("Change the text: the account has already posted the same one.")],
  ["invalid-request", createInvalid()],
  ["resource-not-found", createInvalid()],
  ["credits-depleted", createInvalid(ADD_CREDITS)],
  ["usage-capped", CAPPED],
  ["88", { error: AdapterRateLimitedError }],
  ["130", { error: AdapterTransientError }],
  ["131", { error: AdapterTransientError }],
  ["client-forbidden", createNoAccess(CHANGE_PLAN)],
  ["453", createNoAccess(CHANGE_PLAN)],
  ["unsupported-authentication", createNoAccess("Connect a user's token: an app-only token cannot post.")],
  ["oauth1-permissions", createNoAccess(GRANT_WRITE)],
  ["261", createNoAccess(GRANT_WRITE)],
  ["64", createNoAccess(UNLOCK)],
  ["326", createNoAccess(UNLOCK)],
  ...["32", "89", "99", "135", "215"].map((code) => [code, createNoAccess()] as const),
]);

/** Meanings of statuses, used if the body is not more specific. Other statuses use the common table. */
const STATUS_MEANINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [401, createNoAccess()],
  [402, createInvalid(ADD_CREDITS)],
  [420, { error: AdapterRateLimitedError }],
  [429, { error: AdapterRateLimitedError }],
]);

const words = { detail: optionalText, type: optionalText };
const entry = z.looseObject({ ...words, code: toOptionalField(z.int()), message: optionalText });
const errorBody = z.looseObject({
  ...words,
  title: optionalText,
  error: optionalText,
  errors: z.array(entry.catch({})).catch([]),
});

/**
 * Converts an error response to an adapter error, by its body or otherwise its status. `now` is in
 * milliseconds since the epoch. `nextSteps` is advice by status for errors without specific advice.
 */
export function toMicroblogError(
  { status, headers, body, effect, detail }: JsonAnswer,
  now: number,
  nextSteps: Readonly<Record<number, string>> = {},
): AdapterError {
  const { said, code } = readError(body);
  const message =
    said === ""
      ? `The microblog (X) responded with ${status}.`
      : `The microblog (X) refused the call: ${said}`;
  const meaning = (code === undefined ? undefined : MEANINGS.get(code)) ?? STATUS_MEANINGS.get(status);
  const { nextStep = nextSteps[status], permanent } = meaning ?? {};
  const failedInside = meaning?.error === AdapterTransientError && effect === "write";
  const full = { ...detail, providerCode: code, nextStep, permanent, mayHaveWritten: failedInside };
  if (!meaning) return createErrorFromStatus(status, message, full);
  // A monthly limit outlasts any reset time in the headers.
  const limited = meaning.error === AdapterRateLimitedError && !permanent;
  return new meaning.error(
    message,
    limited
      ? { ...full, retryAfterSeconds: computeWaitSeconds(headers, now) ?? detail.retryAfterSeconds }
      : full,
  );
}

/** Returns whether a response contains an error, whatever its status. */
export function carriesError(body: unknown): boolean {
  const { error, errors = [] } = errorBody.safeParse(body).data ?? {};
  return error !== undefined || errors.length > 0;
}

/** Returns whether the provider refused a post because the account has just posted the same text. */
export function isDuplicateRefusal(error: unknown): boolean {
  return error instanceof AdapterError && error.detail.providerCode === DUPLICATE;
}

/** Reads the provider's messages and error code from a response body, as far as it has them. */
function readError(body: unknown): { said: string; code: string | undefined } {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return { said: "", code: undefined };
  const { title, detail, type, error, errors } = parsed.data;
  const sentences = [detail ?? error ?? title, ...errors.map(({ message, detail }) => message ?? detail)];
  const distinct = [...new Set(sentences.filter((sentence) => sentence))];
  const said = cutText(distinct.slice(0, 3).join(" "), MAX_MESSAGE);
  if (/duplicate content/i.test(said) || errors.some(({ code }) => code === 187))
    return { said, code: DUPLICATE };
  const getSlug = (url = "about:blank") => (url === "about:blank" ? undefined : url.split("/").at(-1));
  const own = errors.map(({ code, type: kind }) => code?.toString() ?? getSlug(kind));
  const codes = [getSlug(type), ...own].filter((code) => code !== undefined);
  return { said, code: codes.find((code) => MEANINGS.has(code)) ?? codes[0] };
}

/**
 * Prefixes of rate limit headers: the 15-minute window, and the 24-hour limits of a user and of an app
 * (twitter-api-v2 1.29.1, its rate limit reader).
 */
const WINDOW = "x-rate-limit";
const LIMIT_PREFIXES = [WINDOW, "x-user-limit-24hour", "x-app-limit-24hour"];

/**
 * Returns the seconds until every exhausted limit is reset. Reset times are in epoch seconds. If no limit is
 * exhausted, uses the 15-minute window, otherwise Retry-After. Returns `undefined` without a future time.
 */
function computeWaitSeconds(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const usedUp = LIMIT_PREFIXES.filter((family) => headers[`${family}-remaining`]?.trim() === "0");
  const resets = (usedUp.length > 0 ? usedUp : [WINDOW])
    .map((family) => Number(headers[`${family}-reset`] || Number.NaN))
    .filter((reset) => Number.isFinite(reset));
  const seconds = Math.ceil(Math.max(...resets) - now / 1000);
  return seconds > 0 && Number.isFinite(seconds) ? seconds : readHeaderWaitSeconds(headers, now);
}
