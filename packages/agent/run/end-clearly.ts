import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { logModelFailure } from "../completion/model-failure-log.ts";
import { ModelError } from "../model/model-error.ts";
import type { Chunk, StopReason } from "./chunk.ts";

/**
 * What a run says; when it fails, an `error` chunk in place of silence. The cause goes to the log, not to the client. A run broken off
 * because its client went away just ends: nothing failed, and nobody listens.
 */
export async function* endClearly(
  run: AsyncGenerator<Chunk, StopReason>,
  logger: Logger,
  { requestId, signal }: CallOptions,
): AsyncGenerator<Chunk, StopReason> {
  try {
    return yield* run;
  } catch (error) {
    if (signal?.aborted) return "error";
    if (error instanceof ModelError) {
      logModelFailure(logger, error, requestId);
      yield { type: "error", error_code: error.code, message: error.message };
    } else {
      logger.log("error", "run_failed", { request_id: requestId, ...describeUnexpected(error) });
      yield { type: "error", error_code: "internal", message: "The run failed inside the service." };
    }
    return "error";
  }
}
