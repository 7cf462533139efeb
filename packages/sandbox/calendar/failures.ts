import { htmlPage, json, type Message } from "../server/reply.ts";

/** Further fields of a refusal, besides its status, reason and message. */
export interface RefusalMore {
  /** Defaults to `global`. Quota refusals use `usageLimits`, refusals of times use `calendar`. */
  readonly domain?: string;
  /** The `reason` of a `google.rpc.ErrorInfo`, which newer refusals also contain. */
  readonly detail?: string;
  /** Seconds in the Retry-After header. If omitted, there is no such header. */
  readonly retryAfter?: number;
}

/** Returns any of the provider's documented errors in its format. */
export function calendarFailure(
  status: number,
  reason: string,
  message: string,
  more: RefusalMore = {},
): Message {
  const { domain = "global", detail, retryAfter } = more;
  const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: detail }];
  const error = {
    code: status,
    message,
    errors: [{ domain, reason, message }],
    ...(detail === undefined ? {} : { details }),
  };
  return json({ error }, status, retryAfter === undefined ? {} : { "retry-after": String(retryAfter) });
}

/** Returns a usage limit: 403 with this reason, the provider's usual way to ask for fewer calls. */
export function calendarLimit(reason: string, retryAfter?: number): Message {
  const more = retryAfter === undefined ? {} : { retryAfter };
  return calendarFailure(403, reason, "Rate Limit Exceeded", { domain: "usageLimits", ...more });
}

/** Returns 401 for an unknown or expired token. */
export function calendarUnauthorized(): Message {
  return calendarFailure(401, "authError", "Invalid Credentials");
}

/** Returns 403 for a token without the scope that the call requires. */
export function calendarMissingScope(): Message {
  const message = "Request had insufficient authentication scopes.";
  return calendarFailure(403, "insufficientPermissions", message, {
    detail: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
  });
}

/**
 * Returns 403 for an application that has not enabled the API. The error still has the domain of usage
 * limits.
 */
export function calendarSwitchedOff(): Message {
  const message = "Google Calendar API has not been used in project 1 before or it is disabled.";
  return calendarFailure(403, "accessNotConfigured", message, {
    domain: "usageLimits",
    detail: "SERVICE_DISABLED",
  });
}

/** Returns 404 for a calendar or an event that does not exist or is not shared with the token's account. */
export function calendarNotFound(): Message {
  return calendarFailure(404, "notFound", "Not Found");
}

/** Returns 409 for an event ID that is already taken, even if that event was deleted. */
export function calendarDuplicate(): Message {
  return calendarFailure(409, "duplicate", "The requested identifier already exists.");
}

/** Returns a failure of the provider's application. */
export function calendarBackendError(status: 500 | 503 = 503): Message {
  return calendarFailure(status, "backendError", "Backend Error");
}

/** Returns a failure of the provider's infrastructure: an HTML page instead of JSON. */
export function calendarUnavailable(status = 502): Message {
  return htmlPage(`<!DOCTYPE html><html><title>Error ${status}</title><p>That is an error.</html>`, status);
}
