import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import { errorFromStatus } from "@plumbline/core/errors/error-from-status.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import * as z from "zod";
import { optionalField, optionalText, readableItems } from "../answer-fields.ts";
import type { JsonAnswer } from "../json-exchange.ts";
import { findPostUrn, postUrl } from "./post-urn.ts";

const DAY_MS = 86_400_000;
const MAX_SAID = 500;

// As seen in the provider's answers (LinkedIn, "Error handling"). They vary, so the status backs them up.
const TOKEN_CODES = new Set([
  "EMPTY_ACCESS_TOKEN",
  "INVALID_ACCESS_TOKEN",
  "EXPIRED_ACCESS_TOKEN",
  "REVOKED_ACCESS_TOKEN",
]);
const TOKEN_NUMBERS = new Set([65_600, 65_601, 65_602]);
/** The quota of a day is used up, of the member or of the application. */
const DAY_QUOTA_NUMBER = 101;

const refusalSchema = z.object({
  message: optionalText,
  serviceErrorCode: optionalField(z.number()),
  code: optionalText,
  errorDetails: optionalField(z.object({ inputErrors: readableItems(z.object({ code: optionalText })) })),
});

/** The error class of any answer but a 2xx. `now` in milliseconds since the epoch: a day's quota lasts until midnight UTC. */
export function networkError(answer: JsonAnswer, now: number): AdapterError {
  const { status } = answer;
  const { message: said, serviceErrorCode: number, code } = refusalOf(answer);
  const message = `The professional network answered ${status}${said ? `: ${cutText(said, MAX_SAID)}` : "."}`;
  const detail = { ...answer.detail, providerCode: code ?? number?.toString() };
  if (number === DAY_QUOTA_NUMBER) {
    const { retryAfterSeconds: asked } = detail;
    return new AdapterRateLimitedError(message, {
      ...detail,
      retryAfterSeconds: asked ?? Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000),
      permanent: asked === undefined,
      nextStep: "The network's daily limits reset at midnight UTC.",
    });
  }
  if (status === 429) return new AdapterRateLimitedError(message, detail);
  if (status === 401 || refusesToken(answer)) return new AdapterAuthError(message, detail);
  if (status === 403 || code === "ACCESS_DENIED") {
    const nextStep =
      "Reconnect with the scope w_member_social (of an organization: w_organization_social), and check that metadata.urn is the token's own.";
    return new AdapterAuthError(message, { ...detail, nextStep });
  }
  if (isDuplicate(answer)) {
    const urn = duplicateOf(answer);
    return new AdapterValidationError(
      `The professional network has this post already${urn === undefined ? "." : `: ${urn}, ${postUrl(urn)}`}`,
      { ...detail, nextStep: "Change the text to post it once more." },
    );
  }
  return errorFromStatus(status, message, detail);
}

/** Whether it is the token that is refused, rather than what was asked with it. */
export function refusesToken(answer: JsonAnswer): boolean {
  const { code = "", serviceErrorCode = 0 } = refusalOf(answer);
  return TOKEN_CODES.has(code) || TOKEN_NUMBERS.has(serviceErrorCode);
}

/** The URN of the post that has this text already, where the answer is such a refusal and names it. */
export function duplicateOf(answer: JsonAnswer): string | undefined {
  return isDuplicate(answer) ? findPostUrn(refusalOf(answer).message ?? "") : undefined;
}

function isDuplicate(answer: JsonAnswer): boolean {
  const { code, message = "" } = refusalOf(answer);
  return code === "DUPLICATE_POST" || (answer.status === 422 && /duplicate/i.test(message));
}

/** What the answer says of itself; where it names no code of its own, the code of its first input error. */
function refusalOf({ body }: JsonAnswer) {
  const { message, serviceErrorCode, code, errorDetails } = refusalSchema.safeParse(body).data ?? {};
  return { message, serviceErrorCode, code: code ?? errorDetails?.inputErrors.items[0]?.code };
}
