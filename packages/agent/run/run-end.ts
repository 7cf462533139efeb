import type { Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { logModelFailure, ModelError } from "../model/model-error.ts";
import type { Chunk, StopReason } from "./chunk.ts";

/** Resolves after `ms` milliseconds, or when the signal aborts. */
export function waitOrAbort(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const pass = () => {
      cancel();
      signal?.removeEventListener("abort", pass);
      resolve();
    };
    const cancel = clock.after(ms, pass);
    signal?.addEventListener("abort", pass, { once: true });
  });
}

/** Minimum remaining time for starting a turn of the model. */
const MIN_TURN_MS = 500;

/** Measures a run's duration and remaining time. */
export class RunTime {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #deadline: Deadline;

  constructor(clock: Clock, deadline: Deadline) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    this.#deadline = deadline;
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }

  /** True if too little time is left to start anything. */
  get isOver(): boolean {
    return this.#deadline.remainingMs() < MIN_TURN_MS;
  }
}

/**
 * Passes on a run's output. If the run fails, yields an `error` chunk. The cause goes to the log, not to the
 * client. Ignores errors after a stop request.
 */
export async function* endWithError(
  run: AsyncGenerator<Chunk, StopReason>,
  logger: Logger,
  { requestId, signal }: CallOptions,
): AsyncGenerator<Chunk, StopReason> {
  try {
    return yield* run;
  } catch (error) {
    if (signal?.aborted) return "stopped";
    if (error instanceof ServiceStopping) {
      yield { type: "error", error_code: "unavailable", message: error.message };
    } else if (error instanceof ModelError) {
      logModelFailure(logger, error, requestId);
      yield { type: "error", error_code: error.code, message: error.message };
    } else {
      logger.log("error", "run_failed", { request_id: requestId, ...describeUnexpected(error) });
      yield { type: "error", error_code: "internal", message: "The run failed inside the service." };
    }
    return "error";
  }
}

/** Thrown within a run when the service stops. */
class ServiceStopping extends Error {
  override readonly name = "ServiceStopping";

  constructor() {
    super("The service is stopping. Try again in a moment.");
  }
}

/**
 * Passes on a run's output until the service stops, then throws ServiceStopping, whatever the run is waiting
 * for.
 */
export async function* stopWithService(
  run: AsyncGenerator<Chunk, StopReason>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<Chunk, StopReason> {
  if (!stopping) return yield* run;
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new ServiceStopping());
  });
  stopped.catch(() => undefined);
  if (stopping.aborted) stop();
  stopping.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const next = run.next();
      next.catch(() => undefined);
      const { done, value } = await Promise.race([stopped, next]);
      if (done) return value;
      yield value;
    }
  } finally {
    stopping.removeEventListener("abort", stop);
    // Anything that the run still waits for ends with the call's signal.
    void run.return("error").catch(() => undefined);
  }
}
