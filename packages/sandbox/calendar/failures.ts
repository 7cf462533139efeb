import { htmlPage, json, type Message } from "../server/reply.ts";

/** Further fields of a refusal, beside its status, reason and message. */
export interface RefusalMore {
  /** `global` when left out; quotas are in `usageLimits`, times in `calendar`. */
  readonly domain?: string;
  /** The `reason` of a `google.rpc.ErrorInfo`, which newer refusals carry as well. */
  readonly detail?: string;
  /** Seconds for a Retry-After header; the header is left out when this is. */
  readonly retryAfter?: number;
}

/** Any of the provider's documented errors, as it sends them. */
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

/** A usage limit: 403 with this reason, which is the provider's commonest way to ask for fewer calls. */
export function calendarLimit(reason: string, retryAfter?: number): Message {
  const more = retryAfter === undefined ? {} : { retryAfter };
  return calendarFailure(403, reason, "Rate Limit Exceeded", { domain: "usageLimits", ...more });
}

/** 401 for a token the provider does not know, or no longer. */
export function calendarUnauthorized(): Message {
  return calendarFailure(401, "authError", "Invalid Credentials");
}

/** 403 for a token without the scope that the call asks for. */
export function calendarMissingScope(): Message {
  const message = "Request had insufficient authentication scopes.";
  return calendarFailure(403, "insufficientPermissions", message, {
    detail: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
  });
}

/**
 * 403 because the API is not switched on for the application; its domain is that of the usage limits all the
 * same.
 */
export function calendarSwitchedOff(): Message {
  const message = "Google Calendar API has not been used in project 1 before or it is disabled.";
  return calendarFailure(403, "accessNotConfigured", message, {
    domain: "usageLimits",
    detail: "SERVICE_DISABLED",
  });
}

/** 404 for a calendar or an event that does not exist or is not shared with the token's account. */
export function calendarNotFound(): Message {
  return calendarFailure(404, "notFound", "Not Found");
}

/** 409 for an event id that is taken, by a deleted event too. */
export function calendarDuplicate(): Message {
  return calendarFailure(409, "duplicate", "The requested identifier already exists.");
}

/** A failure that the provider itself answers. */
export function calendarBackendError(status: 500 | 503 = 503): Message {
  return calendarFailure(status, "backendError", "Backend Error");
}

/** A failure of the provider's own infrastructure: an HTML page in place of JSON. */
export function calendarUnavailable(status = 502): Message {
  return htmlPage(`<!DOCTYPE html><html><title>Error ${status}</title><p>That is an error.</html>`, status);
}
