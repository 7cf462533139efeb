import { deliverMessages } from "../runtime/deliver-messages.ts";
import { eventHandler } from "../runtime/event-handler.ts";
import { openService } from "../runtime/service.ts";

/** Invoked with what polls, replays and the tick have announced. */
export const handler = eventHandler({ open: () => openService(process.env), run: deliverMessages });
