import {
  AdapterAuthError,
  type AdapterError,
  AdapterTransientError,
  AdapterValidationError,
  TRANSIENT_4XX,
} from "../errors/adapter-error.ts";
import type { Effect, Idempotency } from "../tool/tool.ts";

/** Limits from the specification. */
export const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 600;
const BACKOFF_CAP_MS = 8_000;
const JITTER = 0.25;
/** Default limit, in seconds, of the total wait of a call. Operators can set `LONGEST_WAIT_SECONDS`. */
export const DEFAULT_LONGEST_WAIT_SECONDS = 60;

/** Why another attempt is made or not, for the log. `put_off`: the caller retries on its own schedule. */
export type RetryReason =
  | "backoff"
  | "retry_after"
  | "not_retryable"
  | "permanent"
  | "outcome_unknown"
  | "attempts_exhausted"
  | "past_deadline"
  | "past_longest_wait"
  | "put_off"
  | "stopped_by_policy";

export type RetryDecision =
  | { retry: true; waitMs: number; reason: RetryReason }
  | { retry: false; reason: RetryReason /** The wait that would have been needed. */; waitMs?: number };

export interface FailedAttempt {
  error: AdapterError;
  /** Number of the failed attempt, starting at 1. */
  attempt: number;
  idempotency: Idempotency;
  /**
   * Effect of the failed request, which may be a read even in a writing tool. `undefined` if none was sent.
   */
  effect: Effect | undefined;
  /** True if the tenant's policy forbids retrying writes after a 5xx. */
  stopsWritesAfter5xx?: boolean | undefined;
  /** The caller's own limit, lower than the policy's. */
  maxAttempts?: number | undefined;
  /** False if the caller itself reschedules the call after the wait that the provider requested. */
  waitsForRetryAfter?: boolean | undefined;
  /** Milliseconds until the call's deadline. */
  remainingMs: number;
  /** Milliseconds that the call has already waited between attempts. */
  waitedMs: number;
  /** Maximum total wait of the call, in milliseconds. */
  longestWaitMs: number;
  /** Random number in [0, 1) that varies the wait by ±25 %. */
  jitter: number;
}

/** Returns the wait after a failed attempt: 0.6 s, 1.2 s, 2.4 s and so on, up to 8 s, each ±25 %. */
export function backoffMs(attempt: number, jitter: number): number {
  const plain = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), BACKOFF_CAP_MS);
  return Math.min(Math.round(plain * (1 - JITTER + 2 * JITTER * jitter)), BACKOFF_CAP_MS);
}

/** Decides whether to make another attempt, after how long, and why. All retries are decided here. */
export function decideRetry({
  error,
  attempt,
  idempotency,
  effect,
  stopsWritesAfter5xx = false,
  maxAttempts = MAX_ATTEMPTS,
  waitsForRetryAfter = true,
  remainingMs,
  waitedMs,
  longestWaitMs,
  jitter,
}: FailedAttempt): RetryDecision {
  if (error instanceof AdapterAuthError || error instanceof AdapterValidationError) {
    return { retry: false, reason: "not_retryable" };
  }
  if (error.detail.permanent) return { retry: false, reason: "permanent" };
  const unanswered = error.detail.outcomeUnknown || (effect === "write" && isTimeout(error));
  if (unanswered && idempotency === "none") return { retry: false, reason: "outcome_unknown" };
  if (stopsWritesAfter5xx && effect === "write" && isProviderFailure(error))
    return { retry: false, reason: "stopped_by_policy" };
  const { retryAfterSeconds } = error.detail;
  const isRequested = retryAfterSeconds !== undefined;
  const waitMs = isRequested ? requestedWaitMs(retryAfterSeconds, error) : backoffMs(attempt, jitter);
  if (attempt >= maxAttempts) return { retry: false, reason: "attempts_exhausted" };
  if (isRequested && !waitsForRetryAfter) return { retry: false, reason: "put_off", waitMs };
  if (waitMs >= remainingMs) return { retry: false, reason: "past_deadline", waitMs };
  if (waitedMs + waitMs > longestWaitMs) return { retry: false, reason: "past_longest_wait", waitMs };
  return { retry: true, waitMs, reason: isRequested ? "retry_after" : "backoff" };
}

/** Returns true if the provider responded with a 5xx, or reported such a failure in the body. */
function isProviderFailure({ detail: { status = 0, mayHaveWritten = false } }: AdapterError): boolean {
  return status >= 500 || mayHaveWritten;
}

function isTimeout(error: AdapterError): boolean {
  const { status } = error.detail;
  return error instanceof AdapterTransientError && status !== undefined && TRANSIENT_4XX.has(status);
}

/**
 * Returns the wait that the provider requested, in milliseconds. After an internal error of the provider (a
 * 5xx, or one reported in the body), the wait is at most 8 s.
 */
function requestedWaitMs(seconds: number, error: AdapterError): number {
  const { status = 500 } = error.detail;
  const failed = error instanceof AdapterTransientError && !(status >= 400 && status < 500);
  return Math.min(Math.ceil(seconds * 1000), failed ? BACKOFF_CAP_MS : Infinity);
}
