import { htmlPage, json, type Message } from "../server/reply.ts";

/** Returns a v2 problem. `slug` is the last segment of its `type`, which defaults to `about:blank`. */
export function microblogProblem(
  status: number,
  title: string,
  detail: string,
  slug?: string,
  more: Readonly<Record<string, unknown>> = {},
): Message {
  const type = slug === undefined ? "about:blank" : `https://api.twitter.com/2/problems/${slug}`;
  return json({ title, detail, type, status, ...more }, status);
}

/** Returns an error in the format of v1.1. */
export function microblogErrorCode(status: number, code: number, message: string): Message {
  return json({ errors: [{ code, message }] }, status);
}

/** Returns a refusal of the v1.1 upload. */
export function microblogUploadError(error: string, status = 400): Message {
  return json({ request: "/1.1/media/upload.json", error }, status);
}

/** Returns 400 with an explanation for each invalid parameter. */
export function microblogInvalidRequest(...messages: readonly string[]): Message {
  const detail = "One or more parameters to your request was invalid.";
  const errors = messages.map((message) => ({ parameters: {}, message }));
  return microblogProblem(400, "Invalid Request", detail, "invalid-request", { errors });
}

export function microblogUnauthorized(): Message {
  return microblogProblem(401, "Unauthorized", "Unauthorized");
}

/** Returns 403 without a reason, as for text that is too long, a forbidden reply or blocked content. */
export function microblogForbidden(): Message {
  return microblogProblem(403, "Forbidden", "You are not permitted to perform this action.");
}

export function microblogDuplicate(): Message {
  const detail = "You are not allowed to create a Tweet with duplicate content.";
  return microblogProblem(403, "Forbidden", detail);
}

export function microblogAppOnly(): Message {
  const detail =
    "Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint. " +
    "Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].";
  return microblogProblem(403, "Unsupported Authentication", detail, "unsupported-authentication");
}

export function microblogReadOnlyApp(): Message {
  const detail =
    "Your client app is not configured with the appropriate oauth1 app permissions for this endpoint.";
  return microblogProblem(403, "Forbidden", detail, "oauth1-permissions");
}

export function microblogCreditsDepleted(): Message {
  const detail = "Your enrolled account does not have any credits to fulfill this request.";
  return microblogProblem(402, "CreditsDepleted", detail, "credits-depleted");
}

export function microblogUsageCapped(): Message {
  const detail = "Usage cap exceeded: Monthly product cap";
  const more = { period: "Monthly", scope: "Product" };
  return microblogProblem(429, "UsageCapExceeded", detail, "usage-capped", more);
}

/** Returns 429 for the 15-minute window, which resets at `reset` (epoch seconds). */
export function microblogRateLimited(reset: number): Message {
  const headers = limitHeaders("x-rate-limit", { limit: 100, remaining: 0, reset });
  return { ...microblogProblem(429, "Too Many Requests", "Too Many Requests"), headers };
}

/** Returns 429 for the user's 24-hour cap, with room left in the 15-minute window. */
export function microblogDayCapped(windowReset: number, dayReset: number): Message {
  const headers = {
    ...limitHeaders("x-rate-limit", { limit: 100, remaining: 83, reset: windowReset }),
    ...limitHeaders("x-app-limit-24hour", { limit: 10_000, remaining: 9_000, reset: dayReset + 1 }),
    ...limitHeaders("x-user-limit-24hour", { limit: 17, remaining: 0, reset: dayReset }),
  };
  return { ...microblogProblem(429, "Too Many Requests", "Too Many Requests"), headers };
}

/** Returns a failure of the provider's infrastructure: a page with a 5xx status instead of JSON. */
export function microblogUnavailable(status = 503): Message {
  return htmlPage(`<html><head><title>${status}</title></head><body>Over capacity</body></html>`, status);
}

function limitHeaders(family: string, { limit, remaining, reset }: Readonly<Record<string, number>>) {
  return {
    [`${family}-limit`]: String(limit),
    [`${family}-remaining`]: String(remaining),
    [`${family}-reset`]: String(reset),
  };
}
