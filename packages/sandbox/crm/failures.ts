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

/** Returns HTTP 400 for a whole batch, as for every error in its format. */
export function crmInvalid(message: string, more: Readonly<Record<string, unknown>> = {}): Message {
  return json(crmRefusalBody("VALIDATION_ERROR", message, more), 400);
}

/** Returns HTTP 401 for an unknown or expired token. */
export function crmUnauthorized(
  category: "INVALID_AUTHENTICATION" | "EXPIRED_AUTHENTICATION" = "INVALID_AUTHENTICATION",
): Message {
  const message =
    category === "EXPIRED_AUTHENTICATION"
      ? "The OAuth token used to make this call expired 3 minute(s) ago."
      : "Authentication credentials not found. This API supports OAuth 2.0 authentication.";
  return json(crmRefusalBody(category, message), 401);
}

/** Returns HTTP 403 with the scopes that the call requires. */
export function crmMissingScopes(requiredGranularScopes: readonly string[]): Message {
  const message = "One or more of the following scopes are required.";
  const errors = [{ message, context: { requiredGranularScopes } }];
  const said = "This app hasn't been granted all required scopes to make this call.";
  return json(crmRefusalBody("MISSING_SCOPES", said, { errors }), 403);
}

/** Returns HTTP 409: two upserts raced to create the same contact. */
export function crmConflict(existingId = "512"): Message {
  return json(crmRefusalBody("CONFLICT", `Contact already exists. Existing ID: ${existingId}`), 409);
}

/** Returns HTTP 423: the account is temporarily locked. */
export function crmLocked(headers: Readonly<Record<string, string>> = {}): Message {
  return json({ status: "error", message: "The account is locked." }, 423, headers);
}

/** Returns HTTP 477: the account is being moved to another data centre and will be back in `seconds`. */
export function crmMigrating(seconds: number): Message {
  const body = { status: "error", message: "This account is currently being migrated." };
  return json(body, 477, { "retry-after": String(seconds) });
}

/**
 * Returns HTTP 429. `policyName` is the provider's name for the limit. `headers` holds Retry-After and the
 * headers of the window.
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

/** Returns a failure of the provider's infrastructure: an HTML page with a 5xx status instead of JSON. */
export function crmUnavailable(status = 502): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Bad Gateway</body></html>`,
    status,
  );
}
