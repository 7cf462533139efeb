import { openDeliveryQueue } from "../runtime/delivery-queue.ts";
import { eventHandler, pollMessages } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";

/** Polls watches. Invoked with the messages that a tick sends. */
export const handler = eventHandler({
  open: () => openService(process.env, { deliveryQueueOf: openDeliveryQueue }),
  run: pollMessages,
});
