/** The four classes of failed provider calls. The class decides whether the call may be retried. */
export type AdapterErrorCode = "authentication" | "validation" | "rate_limit" | "transient";

export interface AdapterErrorDetail {
  /** Status that the provider returned over HTTP or SMTP, if it responded. */
  status?: number | undefined;
  /** The provider's error code, for logs. Never free text. */
  providerCode?: string | undefined;
  /** The provider's request ID, for support requests. */
  providerRequestId?: string | undefined;
  /** Action that a person can take: add a scope, correct an argument. */
  nextStep?: string | undefined;
  /** Seconds that the provider asked to wait before the next attempt. */
  retryAfterSeconds?: number | undefined;
  /** Seconds after which the caller may try again, if the provider requested no wait. */
  defaultRetrySeconds?: number | undefined;
  /** A write was fully sent or partly carried out, and its outcome is unknown. */
  outcomeUnknown?: boolean | undefined;
  /** The write may have taken effect although its status does not suggest it. A 5xx always does. */
  mayHaveWritten?: boolean | undefined;
  /**
   * Everything before this failure was carried out and remains. Another attempt continues from there. If
   * there is no retry, the outcome counts as unknown, so that nobody repeats it unchecked.
   */
  partlyDone?: boolean | undefined;
  /**
   * The provider's response, if it is useful to the caller. It is redacted and shown as the failure's
   * `result`.
   */
  result?: unknown;
  /** The provider refused the token itself, without status 401: none of the request was carried out. */
  tokenRefused?: boolean | undefined;
  /** The tenant's connection is still valid. The operator has to fix this. */
  connectionIsValid?: boolean | undefined;
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

/** The provider's rate limit was reached. Retried after the requested wait. */
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

/** 4xx statuses that are transient: the provider timed out or refused to process the request yet. */
export const TRANSIENT_4XX: ReadonlySet<number> = new Set([408, 425]);

/**
 * Maps an HTTP status to an error class, if the provider's body states nothing more specific. 408 and 425 are
 * transient, and 402 requires a change of the plan. Redirects are never followed, because that would forward
 * the token. A redirected write is handled earlier (egress/http-message.ts).
 */
export function createErrorFromStatus(
  status: number,
  message: string,
  detail: AdapterErrorDetail = {},
): AdapterError {
  const full = { ...detail, status };
  if (status === 429) return new AdapterRateLimitedError(message, full);
  if (status === 401 || status === 403) return new AdapterAuthError(message, full);
  if (status >= 500 || TRANSIENT_4XX.has(status)) return new AdapterTransientError(message, full);
  return new AdapterValidationError(message, full);
}
