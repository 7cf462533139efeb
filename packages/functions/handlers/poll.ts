import { openDeliveryQueue } from "../runtime/delivery-queue.ts";
import { createEventHandler, pollMessages } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";

/** Polls watches. Invoked with the messages that a tick sends. */
export const handler = createEventHandler({
  open: () => openService(process.env, { deliveryQueueOf: openDeliveryQueue }),
  run: pollMessages,
});
