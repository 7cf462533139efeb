import type { HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { responseWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import type { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { errorFromStatus } from "@plumbline/core/errors/error-from-status.ts";

const MEANINGS: Readonly<Record<number, [message: string, nextStep: string]>> = {
  401: ["This feed is private", "Use a feed that can be read without logging in."],
  403: [
    "This feed is private, or its host refuses programs",
    "Use a feed that can be read without logging in.",
  ],
  404: ["There is no feed at this URL", "Look up the feed's address on its site."],
  410: ["This feed is gone for good", "Unsubscribe from it."],
};

/** What an answer other than a feed means. */
export function feedRefusal(response: HttpResponse, host: string, now: number): AdapterError {
  const { status } = response;
  const [message, nextStep] = MEANINGS[status] ?? [];
  const detail = { nextStep, retryAfterSeconds: responseWaitSeconds(response, now) };
  return errorFromStatus(
    status,
    message ? `${message}: ${host} answered ${status}.` : `${host} answered ${status}.`,
    detail,
  );
}
