import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";

const TITLES: Record<number, string> = {
  400: "Bad request",
  401: "Not authenticated",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  413: "Body too large",
  415: "Unsupported media type",
  429: "Too many requests",
  500: "Internal error",
  503: "Unavailable",
};

/** Headers of every response. They keep browsers from guessing another content type. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = { "x-content-type-options": "nosniff" };

/** Formats a refused request as RFC 9457 `application/problem+json`. `others` are additional headers. */
export function createProblemResponse(error: ServiceError, others: Headers): Response {
  const headers = new Headers(others);
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  headers.set("content-type", "application/problem+json");
  if (error.status === 401) headers.set("www-authenticate", 'Bearer realm="plumbline"');
  if (error.missingScope !== undefined)
    headers.set("www-authenticate", `Bearer error="insufficient_scope", scope="${error.missingScope}"`);
  if (error.retryAfterSeconds !== undefined) headers.set("retry-after", String(error.retryAfterSeconds));
  const problem = {
    type: `urn:plumbline:problem:${error.code}`,
    title: TITLES[error.status] ?? "Error",
    status: error.status,
    detail: error.message,
    error_code: error.code,
    ...(error.issues.length > 0 ? { errors: error.issues } : {}),
  };
  return new Response(JSON.stringify(problem), { status: error.status, headers });
}

/** Creates the error for one invalid field. `rule` says what a valid value looks like. */
export function createFieldError(path: string, rule: string, message: string): ServiceError {
  return new ServiceError("bad_request", message, { issues: [{ path, message: rule }] });
}

/** Creates the error for an unexpected failure, without its cause. */
export function createInternalError(): ServiceError {
  return new ServiceError(
    "internal",
    "The service failed on this request. Include the x-request-id when you report it.",
  );
}

/**
 * Converts an error thrown by a route to the refusal that the caller receives. Mentions unusable data keys,
 * because the tenant can act on them.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof KeyUnavailableError)
    return new ServiceError("conflict", `The tenant's data key cannot be used. ${error.message}`);
  return createInternalError();
}
