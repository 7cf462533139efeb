import { createEventHandler } from "../runtime/events.ts";
import { openTimedWork, runTimedWork } from "../runtime/timed-work.ts";

/**
 * Runs every minute: starts due polls of each schedule ("wheel") and due deliveries. Has no access to keys,
 * providers or models.
 */
export const handler = createEventHandler({ open: () => openTimedWork(process.env), run: runTimedWork });
