import { deliverMessages, eventHandler } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";

/** Delivers events. Invoked with the deliveries that polls, replays and ticks announce. */
export const handler = eventHandler({ open: () => openService(process.env), run: deliverMessages });
