import { MINUTE_MS, timestamp } from "@plumbline/core/clock/clock.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Interval, WatchState } from "../service/watch.ts";

/** Maximum backoff of a failing watch. */
const MAX_WAIT_MS = 6 * 60 * MINUTE_MS;
/** Maximum wait that a host may request: one day. Some request a year. */
const MAX_ASKED_SECONDS = 24 * 60 * 60;

/**
 * The reason why a poll failed. `gone`: the host reported that the feed was removed permanently. `putOff`:
 * the credential is being checked again, so the watch waits and does not count as failing.
 */
export type PollFailure = Pick<
  DispatchFailure,
  "error_code" | "refusal_reason" | "next_step" | "retry_after_seconds"
> & { gone?: true; putOff?: true };

/**
 * Returns the state after a failed poll: the failure and a backoff. The backoff doubles with each consecutive
 * failure, or is the wait that the host requests, up to a day.
 */
export function applyFailure(
  { consecutive_failures }: WatchState,
  failure: PollFailure,
  interval: Interval,
  now: number,
): Partial<WatchState> {
  const asked = now + Math.min(failure.retry_after_seconds ?? 0, MAX_ASKED_SECONDS) * 1000;
  if (failure.putOff) return { skip_until: timestamp(asked) };
  const doubled = interval * MINUTE_MS * 2 ** Math.min(consecutive_failures, 12);
  const wait = Math.min(doubled, Math.max(MAX_WAIT_MS, interval * MINUTE_MS));
  // Slots start at full minutes, so a backoff counted from the end of a long poll would waste an interval.
  const backoff = Math.floor((now + wait) / MINUTE_MS) * MINUTE_MS;
  return {
    consecutive_failures: consecutive_failures + 1,
    last_polled_at: timestamp(now),
    skip_until: timestamp(Math.max(backoff, asked)),
    last_error: {
      error_code: failure.error_code,
      message: failure.refusal_reason,
      next_step: failure.next_step,
      at: timestamp(now),
    },
  };
}

/**
 * Creates the failure that a watch's owner sees if KMS refuses the tenant's data key. Only that tenant is
 * affected, because its own key may be disabled. Rethrows other errors, because a busy key service will
 * recover.
 */
export function describeKeyFailure(error: unknown) {
  if (!(error instanceof KeyUnavailableError)) throw error;
  return {
    error_code: "authentication",
    refusal_reason: `The tenant's data key cannot be used. ${error.message}`,
    next_step: "Allow the service to use the key again. The watch then resumes by itself.",
  } as const;
}
