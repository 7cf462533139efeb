import { timestamp } from "@plumbline/core/clock/clock.ts";
import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Interval, WatchState } from "../service/watch.ts";

const MINUTE_MS = 60_000;
/** A failing watch is tried again at least so often. */
const LONGEST_WAIT_MS = 6 * 60 * MINUTE_MS;
/** A host is believed that it wants to be left alone for a day, and no longer: some ask for a year. */
const LONGEST_ASKED_SECONDS = 24 * 60 * 60;

/**
 * Why a look failed. `gone`: its host says that the feed is gone for good. `putOff`: whether its credential
 * works is asked once more, so the watch waits and does not count as failing.
 */
export type PollFailure = Pick<
  DispatchFailure,
  "error_code" | "refusal_reason" | "next_step" | "retry_after_seconds"
> & { gone?: true; putOff?: true };

/**
 * Returns the state after a failed look: the failure, and a wait. The wait doubles with each failure in a
 * row, or is the one that the host asked for, a day at most.
 */
export function failedState(
  { consecutive_failures }: WatchState,
  failure: PollFailure,
  interval: Interval,
  now: number,
): Partial<WatchState> {
  const asked = now + Math.min(failure.retry_after_seconds ?? 0, LONGEST_ASKED_SECONDS) * 1000;
  if (failure.putOff) return { skip_until: timestamp(asked) };
  const doubled = interval * MINUTE_MS * 2 ** Math.min(consecutive_failures, 12);
  const wait = Math.min(doubled, Math.max(LONGEST_WAIT_MS, interval * MINUTE_MS));
  // Slots come at full minutes: a wait counted from the end of a long look would lose a whole interval.
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
 * Returns the failure that a watch's owner sees when the tenant's data key is refused. The tenant's own key
 * may be disabled, so only that tenant is affected. Rethrows any other error; a key service that is busy will
 * answer later.
 */
export function keyFailure(error: unknown) {
  if (!(error instanceof KeyUnavailableError)) throw error;
  return {
    error_code: "authentication",
    refusal_reason: `The tenant's data key cannot be used. ${error.message}`,
    next_step: "Let the service use the key again; the watch then goes on by itself.",
  } as const;
}
