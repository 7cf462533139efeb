import { readHeaderWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import {
  type AdapterError,
  type AdapterErrorCode,
  createErrorFromStatus,
} from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import type { JsonAnswer } from "../json-exchange.ts";
import { ERROR_CLASSES } from "../partly-done.ts";

/** `providerCode` if the ID is already in use, which means that an earlier attempt created the issue. */
export const ID_TAKEN = "conflict_on_insert";

/**
 * Meanings of `extensions.code` and `extensions.type`, in lower case without underscores. The types come from
 * the `errorMap` of @linear/sdk. The only documented code is RATELIMITED.
 */
const MEANINGS: ReadonlyMap<string, AdapterErrorCode> = new Map<string, AdapterErrorCode>([
  ["ratelimited", "rate_limit"],
  ["rate limited", "rate_limit"],
  ["authentication error", "authentication"],
  ["unauthenticated", "authentication"],
  ["forbidden", "authentication"],
  ["feature not accessible", "authentication"],
  ["invalid input", "validation"],
  ["input error", "validation"],
  ["bad user input", "validation"],
  ["user error", "validation"],
  ["usage limit exceeded", "validation"],
  ["graphql error", "validation"],
  ["graphql validation failed", "validation"],
  ["graphql parse failed", "validation"],
  ["internal error", "transient"],
  ["internal server error", "transient"],
  ["network error", "transient"],
  ["lock timeout", "transient"],
  ["bootstrap error", "transient"],
  ["unknown", "transient"],
  ["other", "transient"],
]);

/**
 * Precedence if code and type disagree. "unknown" and "INPUT_ERROR" may occur together with something more
 * specific.
 */
const PRECEDENCE = ["rate_limit", "authentication", "validation", "transient"] as const;

const MESSAGES: Readonly<Record<AdapterErrorCode, string>> = {
  authentication: "The issue tracker (Linear) refused the connection",
  rate_limit: "The issue tracker (Linear) is limiting calls",
  transient: "The issue tracker (Linear) failed",
  validation: "The issue tracker (Linear) refused the call",
};

const NEXT_STEPS: ReadonlyMap<string, string> = new Map([
  ["forbidden", "Grant the connection the scope issues:create (or write) and access to the team."],
  ["feature not accessible", "Ask the workspace's admin: its plan lacks this feature."],
  ["usage limit exceeded", "The plan's limit is reached: archive issues, or upgrade the workspace."],
]);

const WRONG_FORM = /API key as a Bearer token/i;
const CONFLICT = /conflict on insert of issue|entity issue with id \S+ already exists/i;
const NOT_FOUND = /entity not found|could not find referenced/i;
const MAX_REASON = 500;

const extensions = z.object({
  type: optionalText,
  code: optionalText,
  statusCode: toOptionalField(z.int()),
  userPresentableMessage: optionalText,
});
const failure = z.object({ message: optionalText, extensions: toOptionalField(extensions) });
const failedBody = z.lazy(() =>
  z.object({
    errors: z.array(failure.catch({})).min(1),
    data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  }),
);

/**
 * Converts an error response to an adapter error. Returns `undefined` for a success. `errors` in the body
 * take precedence over the status, which may have any value. `bearer` states how the token was sent. `now` is
 * the current time.
 */
export function toTrackerError(answer: JsonAnswer, bearer: boolean, now: number): AdapterError | undefined {
  const body = failedBody.safeParse(answer.body);
  if (answer.ok && !body.success) return undefined;
  const { message, extensions: more } = body.data?.errors[0] ?? {};
  const words = [more?.code, more?.type].flatMap((word) => word?.toLowerCase().replaceAll("_", " ") ?? []);
  const reason = more?.userPresentableMessage || message;
  const said = [message, reason].join(" ");
  const meaning = WRONG_FORM.test(said)
    ? "authentication"
    : (PRECEDENCE.find((known) => words.some((word) => MEANINGS.get(word) === known)) ??
      classifyStatus(more?.statusCode ?? answer.status));

  // The mutation was partly carried out or failed internally, so the state of the issue is unknown.
  const begun = Object.values(body.data?.data ?? {}).some((field) => field !== null);
  const failedInside = body.success && meaning === "transient";
  return new ERROR_CLASSES[meaning](
    reason
      ? `${MESSAGES[meaning]}: ${cutText(reason, MAX_REASON)}`
      : `The issue tracker (Linear) responded with ${answer.status}.`,
    {
      ...answer.detail,
      retryAfterSeconds:
        readHeaderWaitSeconds(answer.headers, now) ??
        (meaning === "rate_limit" ? computeWaitSeconds(answer.headers, now) : undefined) ??
        answer.detail.retryAfterSeconds,
      providerCode: CONFLICT.test(said) ? ID_TAKEN : words[0]?.replaceAll(" ", "_"),
      nextStep: chooseNextStep(meaning, words, said, bearer),
      outcomeUnknown: answer.effect === "write" && (begun || failedInside),
    },
  );
}

/** Classifies a status. A failure with a successful status is the provider's own. */
function classifyStatus(status: number): AdapterErrorCode {
  return status < 300 ? "transient" : createErrorFromStatus(status, "").code;
}

function chooseNextStep(
  meaning: AdapterErrorCode,
  words: readonly string[],
  said: string,
  bearer: boolean,
): string | undefined {
  if (WRONG_FORM.test(said))
    return "The token is a personal API key: remove auth_form from the connection's metadata.";
  const known = words.map((word) => NEXT_STEPS.get(word)).find((step) => step !== undefined);
  if (known !== undefined) return known;
  if (meaning === "authentication") {
    return bearer
      ? undefined
      : "Reconnect the issue tracker (Linear); an OAuth token also needs auth_form: bearer in the connection's metadata.";
  }
  return NOT_FOUND.test(said)
    ? "Check the ids: they do not exist, or this connection cannot see them."
    : undefined;
}

/** The provider's rate limit budgets, as named in its headers (Linear, "Rate limiting"). */
const BUDGETS = ["requests", "complexity", "endpoint-requests", "endpoint-complexity"];

/**
 * Returns the seconds until the last exhausted budget is refilled, from `x-ratelimit-…-reset` in epoch
 * milliseconds. A budget without its remaining amount counts as exhausted. Returns `undefined` without a
 * future time in any such header.
 */
function computeWaitSeconds(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const resets = BUDGETS.flatMap((budget) => {
    const remaining = headers[`x-ratelimit-${budget}-remaining`];
    const reset = Number(headers[`x-ratelimit-${budget}-reset`]);
    const usedUp = remaining === undefined || Number(remaining) <= 0;
    return usedUp && Number.isFinite(reset) && reset > now ? [reset] : [];
  });
  return resets.length === 0 ? undefined : Math.ceil((Math.max(...resets) - now) / 1000);
}
