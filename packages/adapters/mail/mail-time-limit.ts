import {
  abortedError,
  type TransportProgress,
  timeoutError,
} from "@plumbline/core/egress/transport-error.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";

/** The time limit and the cancellation signal of a call. */
export type CallBounds = Pick<ActionContext, "clock" | "timeoutMs" | "deadline" | "signal">;

/**
 * Runs one attempt within the call's time. The signal passed to `work` aborts if the time is up or the caller
 * cancels. By then, the attempt has failed with AdapterTransientError, whatever the work returns.
 */
export function withinTimeLimit<Result>(
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
    const cancel = () => fail(abortedError(progress()));
    if (signal?.aborted) return cancel();
    if (limitMs <= 0) return fail(tooLate());
    signal?.addEventListener("abort", cancel, { once: true });
    const cancelTimer = clock.after(limitMs, () => fail(timeoutError(limitMs, progress())));
    const done = () => {
      cancelTimer();
      signal?.removeEventListener("abort", cancel);
    };
    work(stop.signal).finally(done).then(resolve, reject);
  });
}

function tooLate(): AdapterTransientError {
  return new AdapterTransientError("The call's deadline passed before the mail server was asked.", {
    permanent: true,
  });
}
