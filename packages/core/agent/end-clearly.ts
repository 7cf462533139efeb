import type { Clock } from "../clock/clock.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { Chunk } from "./chunk.ts";

export interface RunSurroundings {
  clock: Clock;
  logger: Logger;
  requestId?: string | undefined;
  /** Aborted when the client went away. */
  signal?: AbortSignal | undefined;
}

/**
 * The run's chunks; when it breaks, an `error` and a `done` instead of silence. The cause goes to the log, not to the client.
 * A run broken off because its client went away just ends: nothing failed, and nobody listens.
 */
export async function* endClearly(
  run: AsyncIterable<Chunk>,
  { clock, logger, requestId, signal }: RunSurroundings,
): AsyncGenerator<Chunk, void> {
  const startedAt = clock.monotonic();
  try {
    yield* run;
  } catch (error) {
    if (signal?.aborted) return;
    logger.log("error", "run_failed", { request_id: requestId, ...describeUnexpected(error) });
    yield { type: "error", error_code: "internal", message: "The run failed inside the service." };
    const usage = { input_tokens: 0, output_tokens: 0 };
    yield {
      type: "done",
      stop_reason: "error",
      usage,
      elapsed_ms: Math.round(clock.monotonic() - startedAt),
    };
  }
}
