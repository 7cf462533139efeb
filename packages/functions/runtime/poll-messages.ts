import { readPollMessage } from "@plumbline/aws/queue/poll-message.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { InvocationContext } from "./lambda-runtime.ts";
import { type QueueAnswer, type QueueEvent, takeMessages } from "./queue-messages.ts";

/** Polls the batches of an event. One that fails, and a message that is no batch, comes again. */
export function pollMessages(
  { watchPoller, clock, logger }: Pick<Service, "watchPoller" | "clock" | "logger">,
  event: QueueEvent,
  context: InvocationContext,
): Promise<QueueAnswer> {
  const take = async (body: string, signal: AbortSignal) => watchPoller.poll(readPollMessage(body), signal);
  return takeMessages({ clock, logger, failure: "watch_poll_failed", take }, event, context);
}
