import { createEventHandler, deliverMessages } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";

/** Delivers events. Invoked with the deliveries that polls, replays and ticks announce. */
export const handler = createEventHandler({ open: () => openService(process.env), run: deliverMessages });
