import { readDeliveryMessage } from "@plumbline/aws/queue/delivery-message.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { InvocationContext } from "./lambda-runtime.ts";
import { type QueueAnswer, type QueueEvent, takeMessages } from "./queue-messages.ts";

/** Delivers the batches of an event. One that our own side failed on, and a message that is no batch, comes again. */
export function deliverMessages(
  { deliverer, clock, logger }: Pick<Service, "deliverer" | "clock" | "logger">,
  event: QueueEvent,
  context: InvocationContext,
): Promise<QueueAnswer> {
  const take = async (body: string, signal: AbortSignal) =>
    deliverer.deliver(readDeliveryMessage(body), signal);
  return takeMessages({ clock, logger, failure: "delivery_batch_failed", take }, event, context);
}
