import { deliverMessages } from "./deliver-messages.ts";
import { eventHandler } from "./event-handler.ts";
import { openService } from "./service.ts";

/** Invoked with what polls, replays and the tick have announced. */
export const handler = eventHandler({ open: () => openService(process.env), run: deliverMessages });
