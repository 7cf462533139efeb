import { eventHandler } from "../runtime/events.ts";
import { openTimedWork, runTimedWork } from "../runtime/timed-work.ts";

/**
 * Invoked every minute for each wheel and for deliveries. It holds no service: no key, no provider and no
 * model is in its reach.
 */
export const handler = eventHandler({ open: () => openTimedWork(process.env), run: runTimedWork });
