/**
 * The four classes every failed provider call falls into; the class decides whether it may be tried again.
 */
export type AdapterErrorCode = "authentication" | "validation" | "rate_limit" | "transient";

export interface AdapterErrorDetail {
  /** Status of HTTP or SMTP that the provider answered with, where it answered. */
  status?: number | undefined;
  /** The provider's own name for the error, for the log's reader; never free text. */
  providerCode?: string | undefined;
  /** The provider's id of the request, to quote to its support. */
  providerRequestId?: string | undefined;
  /** Action that a person can take: the scope to add, the argument to correct. */
  nextStep?: string | undefined;
  /** Seconds the provider asked to wait before the next try. */
  retryAfterSeconds?: number | undefined;
  /** Seconds after which a new call may succeed. Told to the caller once this one has failed. */
  laterSeconds?: number | undefined;
  /** A write was wholly sent, or half carried out, and its outcome is not known. */
  outcomeUnknown?: boolean | undefined;
  /**
   * A write was answered with a failure that leaves open whether it happened, under a status that does not
   * say so (5xx does).
   */
  mayHaveWritten?: boolean | undefined;
  /**
   * Everything before this failure was carried out and stands. Another attempt continues from there. When no
   * attempt follows, the outcome counts as unknown, so that nobody starts again without looking.
   */
  partlyDone?: boolean | undefined;
  /** The provider's answer, where the caller can use it: shown, redacted, as the failure's `result`. */
  result?: unknown;
  /** The refusal says nothing of the tenant's connection: the service's operator must act. */
  connectionStands?: boolean | undefined;
  /** The next step stands alone: to connect the account again cannot help. */
  reconnectIsUseless?: boolean | undefined;
  /** Another try cannot help (a certificate that does not verify), whatever the class says. */
  permanent?: boolean | undefined;
}

/**
 * A failed adapter call. `message` is shown verbatim to the agent and its user, so it is one plain sentence
 * without tokens, addresses behind a name, query strings or stack traces.
 */
export abstract class AdapterError extends Error {
  abstract readonly code: AdapterErrorCode;
  readonly detail: Readonly<AdapterErrorDetail>;

  constructor(message: string, detail: AdapterErrorDetail = {}) {
    super(message);
    this.detail = detail;
  }
}

/** The credential does not open the door: reconnect or grant more. Never tried again. */
export class AdapterAuthError extends AdapterError {
  override readonly name = "AdapterAuthError";
  readonly code = "authentication";
}

/** The provider asks for fewer calls. Tried again after its own waiting time. */
export class AdapterRateLimitedError extends AdapterError {
  override readonly name = "AdapterRateLimitedError";
  readonly code = "rate_limit";
}

/** A 5xx or a network failure. Tried again with backoff, unless a write may have happened. */
export class AdapterTransientError extends AdapterError {
  override readonly name = "AdapterTransientError";
  readonly code = "transient";
}

/** The request itself is wrong. Never tried again. */
export class AdapterValidationError extends AdapterError {
  override readonly name = "AdapterValidationError";
  readonly code = "validation";
}

/**
 * Transient although they are 4xx: the provider gave up reading the request, or put it off, and does not say
 * what it did with it.
 */
export const GIVEN_UP: ReadonlySet<number> = new Set([408, 425]);

/**
 * The common table from an HTTP status to an error class, used when a provider's body says nothing more
 * exact. 408 and 425 are transient by nature, 402 is a plan to mend, and a 3xx of an API is never followed:
 * the token would travel. A write that was answered with one is judged before (egress/redirect.ts).
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
