import { json, type Message } from "../server/reply.ts";

/** The provider's reference documents its error both as `error` and as a list, `errors`. Both occur. */
export type SearchAErrorForm = "error" | "errors";

/** Returns any error of backend A in its envelope. */
export function searchAError(
  status: number,
  code: string,
  detail: string,
  meta: Readonly<Record<string, unknown>> = {},
  form: SearchAErrorForm = "error",
): Message {
  const error = { id: "00000000-0000-4000-8000-000000000000", status, code, detail, meta };
  const body = form === "error" ? { error } : { errors: [error] };
  return json({ type: "ErrorResponse", ...body, time: 1_770_000_000 }, status);
}

/**
 * Returns 422 `VALIDATION` for an invalid parameter, or for a missing token if `location` names the header.
 */
export function searchAValidation(location: readonly [string, string], message: string): Message {
  const errors = [{ type: "value_error", loc: location, msg: message }];
  return searchAError(422, "VALIDATION", "Unable to validate request parameter(s)", { errors });
}

/** Returns 422 (not 401) for an unknown key. */
export function searchABadKey(form?: SearchAErrorForm): Message {
  const detail = "The provided subscription token is invalid.";
  return searchAError(422, "SUBSCRIPTION_TOKEN_INVALID", detail, { component: "authentication" }, form);
}

/** Returns 404: the key has no subscription. */
export function searchANoSubscription(): Message {
  return searchAError(404, "SUBSCRIPTION_NOT_FOUND", "No subscription found.", {
    component: "subscriptions",
  });
}

/** Returns 429 for the limit per second, which resets after a second. */
export function searchARateLimited(form?: SearchAErrorForm): Message {
  const detail = "Request rate limit exceeded for plan.";
  const answer = searchAError(429, "RATE_LIMITED", detail, { component: "rate_limiter" }, form);
  return { ...answer, headers: searchARateHeaders({ second: 0, month: 14_000 }) };
}

/** Returns 429 for the monthly quota, for which retrying does not help. */
export function searchAQuotaUsedUp(): Message {
  const answer = searchAError(429, "QUOTA_LIMITED", "Request quota limit exceeded for plan.", {
    component: "rate_limiter",
  });
  return { ...answer, headers: searchARateHeaders({ second: 1, month: 0 }) };
}

/** Returns the rate headers, with one entry per window (second and month). `reset` is in seconds from now. */
export function searchARateHeaders(remaining: {
  second: number;
  month: number;
}): Readonly<Record<string, string>> {
  return {
    "x-ratelimit-limit": "1, 15000",
    "x-ratelimit-policy": "1;w=1, 15000;w=2592000",
    "x-ratelimit-remaining": `${remaining.second}, ${remaining.month}`,
    "x-ratelimit-reset": "1, 1419704",
  };
}
