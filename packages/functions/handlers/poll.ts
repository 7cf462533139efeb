import { openDeliveryQueue } from "../runtime/delivery-queue.ts";
import { eventHandler, pollMessages } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";

/** Invoked with the messages sent by a tick. */
export const handler = eventHandler({
  open: () => openService(process.env, { deliveryQueueOf: openDeliveryQueue }),
  run: pollMessages,
});
