import { deliverMessages, eventHandler } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";

/** Invoked with the deliveries announced by polls, replays and ticks. */
export const handler = eventHandler({ open: () => openService(process.env), run: deliverMessages });
