import { eventHandler } from "../runtime/events.ts";
import { openTimedWork, runTimedWork } from "../runtime/timed-work.ts";

/**
 * Invoked every minute for each wheel and for deliveries. It opens no service, so it has no access to keys,
 * providers or models.
 */
export const handler = eventHandler({ open: () => openTimedWork(process.env), run: runTimedWork });
