import { AdapterAuthError, type AdapterError, AdapterValidationError } from "../errors/adapter-error.ts";
import type { Idempotency } from "../tool/tool.ts";

/** SPEC.md, Limits. */
export const MAX_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 600;
const BACKOFF_CAP_MS = 8_000;
const JITTER = 0.25;

export type RetryReason =
  | "backoff"
  | "retry_after"
  | "not_retryable"
  | "permanent"
  | "outcome_unknown"
  | "attempts_exhausted"
  | "past_deadline";

export type RetryDecision =
  | { retry: true; waitMs: number; reason: RetryReason }
  | { retry: false; reason: RetryReason /** The wait that would have been needed. */; waitMs?: number };

export interface RetryQuestion {
  error: AdapterError;
  /** The attempt that failed, from 1. */
  attempt: number;
  idempotency: Idempotency;
  /** Fewer than SPEC.md allows, where the caller wants no more. */
  maxAttempts?: number | undefined;
  /** Milliseconds left until the whole call must be over. */
  remainingMs: number;
  /** In [0, 1): where in the ±25 % the wait falls. */
  jitter: number;
}

/** The wait after the n-th failed attempt: 0.6 s, 1.2 s, 2.4 s … up to 8 s, each ±25 %. */
export function backoffMs(attempt: number, jitter: number): number {
  const plain = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), BACKOFF_CAP_MS);
  return Math.min(Math.round(plain * (1 - JITTER + 2 * JITTER * jitter)), BACKOFF_CAP_MS);
}

/** Whether a failed attempt is followed by another, after how long, and why. The one place this is decided. */
export function decideRetry({
  error,
  attempt,
  idempotency,
  maxAttempts = MAX_ATTEMPTS,
  remainingMs,
  jitter,
}: RetryQuestion): RetryDecision {
  if (error instanceof AdapterAuthError || error instanceof AdapterValidationError) {
    return { retry: false, reason: "not_retryable" };
  }
  if (error.detail.permanent) return { retry: false, reason: "permanent" };
  if (error.detail.outcomeUnknown && idempotency === "none")
    return { retry: false, reason: "outcome_unknown" };
  const asked = error.detail.retryAfterSeconds;
  const waitMs = asked === undefined ? backoffMs(attempt, jitter) : Math.ceil(asked * 1000);
  if (attempt >= maxAttempts) return { retry: false, reason: "attempts_exhausted" };
  if (waitMs >= remainingMs) return { retry: false, reason: "past_deadline", waitMs };
  return { retry: true, waitMs, reason: asked === undefined ? "backoff" : "retry_after" };
}
