import {
  createAbortedError,
  createTimeoutError,
  type TransportProgress,
} from "@plumbline/core/egress/transport-error.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";

/** Time limit and cancellation signal of a call. */
export type CallBounds = Pick<ActionContext, "clock" | "timeoutMs" | "deadline" | "signal">;

/**
 * Runs one attempt within the call's time limit. Aborts the signal passed to `work` when time is up or the
 * caller cancels. The attempt then fails with AdapterTransientError, whatever `work` returns.
 */
export function runWithTimeLimit<Result>(
  { clock, timeoutMs, deadline, signal }: CallBounds,
  progress: () => TransportProgress,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limitMs = Math.min(timeoutMs, deadline.remainingMs());
  const stop = new AbortController();
  return new Promise((resolve, reject) => {
    const fail = (error: AdapterTransientError) => {
      reject(error);
      stop.abort();
    };
    const cancel = () => fail(createAbortedError(progress()));
    if (signal?.aborted) return cancel();
    if (limitMs <= 0) return fail(createPastDeadlineError());
    signal?.addEventListener("abort", cancel, { once: true });
    const cancelTimer = clock.after(limitMs, () => fail(createTimeoutError(limitMs, progress())));
    const stopTimer = () => {
      cancelTimer();
      signal?.removeEventListener("abort", cancel);
    };
    work(stop.signal).finally(stopTimer).then(resolve, reject);
  });
}

function createPastDeadlineError(): AdapterTransientError {
  return new AdapterTransientError("The call's deadline passed before the mail server was contacted.", {
    permanent: true,
  });
}
