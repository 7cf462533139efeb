import { openDeliveryQueue } from "../runtime/delivery-queue.ts";
import { eventHandler } from "../runtime/event-handler.ts";
import { pollMessages } from "../runtime/poll-messages.ts";
import { openService } from "../runtime/service.ts";

/** Invoked with the messages that a tick has sent. */
export const handler = eventHandler({
  open: () => openService(process.env, openDeliveryQueue),
  run: pollMessages,
});
