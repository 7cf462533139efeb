import { openDeliveryQueue } from "../runtime/delivery-queue.ts";
import { eventHandler, pollMessages } from "../runtime/events.ts";
import { openService } from "../runtime/open-service.ts";
import { withStageSecrets } from "../runtime/with-stage-secrets.ts";

/** Invoked with the messages that a tick has sent. */
export const handler = eventHandler({
  open: async () => openService(await withStageSecrets(process.env), { deliveryQueueOf: openDeliveryQueue }),
  run: pollMessages,
});
