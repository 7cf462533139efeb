/** The four classes of failed provider calls. The class decides whether the call may be retried. */
export type AdapterErrorCode = "authentication" | "validation" | "rate_limit" | "transient";

export interface AdapterErrorDetail {
  /** Status that the provider returned over HTTP or SMTP, if it responded. */
  status?: number | undefined;
  /** The provider's error code, for the log; never free text. */
  providerCode?: string | undefined;
  /** The provider's ID of the request, for its support. */
  providerRequestId?: string | undefined;
  /** Action that a person can take: add a scope, correct an argument. */
  nextStep?: string | undefined;
  /** Seconds that the provider asked to wait before the next attempt. */
  retryAfterSeconds?: number | undefined;
  /** Seconds after which a new call may succeed. Returned to the caller if this call fails. */
  laterSeconds?: number | undefined;
  /** A write was sent completely or carried out partly, and its outcome is unknown. */
  outcomeUnknown?: boolean | undefined;
  /**
   * A write failed in a way that leaves its outcome open, but with a status that does not show it (5xx does).
   */
  mayHaveWritten?: boolean | undefined;
  /**
   * Everything before this failure was carried out and remains. Another attempt continues from there. If none
   * follows, the outcome counts as unknown, so that nobody starts again without checking.
   */
  partlyDone?: boolean | undefined;
  /**
   * The provider's response, if it is useful to the caller. It is redacted and shown as the failure's
   * `result`.
   */
  result?: unknown;
  /** The provider refused the token itself, without status 401: none of the request was carried out. */
  tokenRefused?: boolean | undefined;
  /** The refusal does not concern the tenant's connection; the operator of the service must act. */
  connectionStands?: boolean | undefined;
  /** Reconnecting the account cannot help, so it is not suggested next to `nextStep`. */
  reconnectIsUseless?: boolean | undefined;
  /** Another attempt cannot help (an invalid certificate), whatever the class. */
  permanent?: boolean | undefined;
}

/**
 * A failed adapter call. `message` is shown verbatim to the agent and its user, so it is one plain sentence
 * without tokens, resolved addresses, query strings or stack traces.
 */
export abstract class AdapterError extends Error {
  abstract readonly code: AdapterErrorCode;
  readonly detail: Readonly<AdapterErrorDetail>;

  constructor(message: string, detail: AdapterErrorDetail = {}) {
    super(message);
    this.detail = detail;
  }
}

/** The credential is invalid or lacks permissions. Never retried. */
export class AdapterAuthError extends AdapterError {
  override readonly name = "AdapterAuthError";
  readonly code = "authentication";
}

/** The provider asks for fewer calls. Retried after the wait that it asks for. */
export class AdapterRateLimitedError extends AdapterError {
  override readonly name = "AdapterRateLimitedError";
  readonly code = "rate_limit";
}

/** A 5xx or a network failure. Retried with backoff, unless a write may have taken effect. */
export class AdapterTransientError extends AdapterError {
  override readonly name = "AdapterTransientError";
  readonly code = "transient";
}

/** The request itself is wrong. Never retried. */
export class AdapterValidationError extends AdapterError {
  override readonly name = "AdapterValidationError";
  readonly code = "validation";
}

/**
 * 4xx statuses that are transient: the provider stopped reading the request or postponed it, without stating
 * what it did.
 */
export const GIVEN_UP: ReadonlySet<number> = new Set([408, 425]);

/**
 * Maps an HTTP status to an error class, if the provider's body states nothing more specific. 408 and 425 are
 * transient, and 402 requires a change of the plan. A 3xx is never followed, because the token would be sent
 * along. A redirected write is handled earlier (egress/http-message.ts).
 */
export function errorFromStatus(
  status: number,
  message: string,
  detail: AdapterErrorDetail = {},
): AdapterError {
  const full = { ...detail, status };
  if (status === 429) return new AdapterRateLimitedError(message, full);
  if (status === 401 || status === 403) return new AdapterAuthError(message, full);
  if (status >= 500 || GIVEN_UP.has(status)) return new AdapterTransientError(message, full);
  return new AdapterValidationError(message, full);
}
