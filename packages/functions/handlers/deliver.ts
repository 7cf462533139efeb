import { deliverMessages, eventHandler } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";

/** Invoked with what polls, replays and the tick have announced. */
export const handler = eventHandler({ open: () => openService(process.env), run: deliverMessages });
