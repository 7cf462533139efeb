import { htmlPage, json, type Message } from "../server/reply.ts";

/** The body of a refusal. */
export interface CrmRefusalBody {
  readonly status: "error";
  readonly category?: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export function crmRefusalBody(
  category: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): CrmRefusalBody {
  return {
    status: "error",
    message,
    category,
    correlationId: "c0ffee00-0000-4000-8000-000000000000",
    ...more,
  };
}

/** HTTP 400 for a whole batch, as every fault of its form is answered. */
export function crmInvalid(message: string, more: Readonly<Record<string, unknown>> = {}): Message {
  return json(crmRefusalBody("VALIDATION_ERROR", message, more), 400);
}

/** HTTP 401: a token nobody knows, or one that has expired. */
export function crmUnauthorized(
  category: "INVALID_AUTHENTICATION" | "EXPIRED_AUTHENTICATION" = "INVALID_AUTHENTICATION",
): Message {
  const message =
    category === "EXPIRED_AUTHENTICATION"
      ? "The OAuth token used to make this call expired 3 minute(s) ago."
      : "Authentication credentials not found. This API supports OAuth 2.0 authentication.";
  return json(crmRefusalBody(category, message), 401);
}

/** HTTP 403 that names the scopes a call asks for. */
export function crmMissingScopes(requiredGranularScopes: readonly string[]): Message {
  const message = "One or more of the following scopes are required.";
  const errors = [{ message, context: { requiredGranularScopes } }];
  const said = "This app hasn't been granted all required scopes to make this call.";
  return json(crmRefusalBody("MISSING_SCOPES", said, { errors }), 403);
}

/** HTTP 409: two upserts raced to create the same contact. */
export function crmConflict(existingId = "512"): Message {
  return json(crmRefusalBody("CONFLICT", `Contact already exists. Existing ID: ${existingId}`), 409);
}

/** HTTP 423: the account is locked for a moment. */
export function crmLocked(headers: Readonly<Record<string, string>> = {}): Message {
  return json({ status: "error", message: "The account is locked." }, 423, headers);
}

/** HTTP 477: the account is being moved to another data centre, `seconds` to go. */
export function crmMigrating(seconds: number): Message {
  const body = { status: "error", message: "This account is currently being migrated." };
  return json(body, 477, { "retry-after": String(seconds) });
}

/**
 * HTTP 429; `policyName` as the provider writes it, `headers` for Retry-After and the names of the window.
 */
export function crmRateLimited(
  policyName: "SECONDLY" | "TEN_SECONDLY_ROLLING" | "DAILY",
  headers: Readonly<Record<string, string>> = {},
): Message {
  const body = {
    status: "error",
    message: `You have reached your ${policyName.toLowerCase()} limit.`,
    errorType: "RATE_LIMIT",
    correlationId: "c0ffee00-0000-4000-8000-000000000000",
    policyName,
    requestId: "c0ffee00-0000-4000-8000-000000000001",
  };
  return json(body, 429, headers);
}

/** A failure of the provider's own infrastructure: an HTML page with a 5xx status in place of JSON. */
export function crmUnavailable(status = 502): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Bad Gateway</body></html>`,
    status,
  );
}
