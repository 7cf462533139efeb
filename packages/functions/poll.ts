import { openDeliveryQueue } from "./delivery-queue.ts";
import { eventHandler } from "./event-handler.ts";
import { pollMessages } from "./poll-messages.ts";
import { openService } from "./service.ts";

/** Invoked with the messages that a tick has sent. */
export const handler = eventHandler({
  open: () => openService(process.env, openDeliveryQueue),
  run: pollMessages,
});
