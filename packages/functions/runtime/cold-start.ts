import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { InvocationContext } from "./lambda-runtime.ts";

/** Opens what an invocation needs, in which only the first of a process takes time. */
export type Opening = <Made>(
  context: Pick<InvocationContext, "awsRequestId">,
  open: () => Made | Promise<Made>,
) => Promise<Made>;

/**
 * Called when a handler is made. The first invocation of a process is logged, so that every other is known to be warm: `init_ms` from the
 * start of the process until the handler was made, with all modules loaded, and `open_ms` for what it opened itself.
 */
export function coldStart(logger: Logger, clock: Clock): Opening {
  // A process's monotonic time begins with the process.
  const initMs = Math.round(clock.monotonic());
  let logged = false;
  return async ({ awsRequestId }, open) => {
    const openedAt = clock.monotonic();
    const made = await open();
    if (logged) return made;
    logged = true;
    const openMs = Math.round(clock.monotonic() - openedAt);
    logger.log("info", "cold_start", { request_id: awsRequestId, init_ms: initMs, open_ms: openMs });
    return made;
  };
}
