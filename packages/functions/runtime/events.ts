import { setMaxListeners } from "node:events";
import { readDeliveryMessage, readPollMessage } from "@plumbline/aws/queue/batch-messages.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { Service } from "@plumbline/service/service.ts";
import { coldStart, handlerLogger, type InvocationContext, type Invoked } from "./invocation.ts";

export interface EventHandlerOptions<Parts extends Invoked, Event, Answer> {
  /** Asked at the first invocation; what it gives is kept for all that follow, and told of each. */
  open(): Parts | Promise<Parts>;
  run(parts: NoInfer<Parts>, event: Event, context: InvocationContext): Promise<Answer>;
}

/**
 * A Lambda handler of events that are no requests. What fails is logged here and thrown on as nothing but a
 * failure: the runtime would log the message of what is thrown, and a message may hold anything.
 */
export function eventHandler<Parts extends Invoked, Event, Answer>({
  open,
  run,
}: EventHandlerOptions<Parts, Event, Answer>): (event: Event, context: InvocationContext) => Promise<Answer> {
  const logger = handlerLogger();
  const opening = coldStart(logger, systemClock);
  let parts: Parts | undefined;
  return async (event, context) => {
    try {
      parts ??= await opening(context, open);
      parts.beginInvocation();
      return await run(parts, event, context);
    } catch (error) {
      const fields = { request_id: context.awsRequestId, ...describeUnexpected(error) };
      logger.log("error", "invocation_failed", fields);
      throw new Error("The invocation failed; its log line says where.");
    } finally {
      await parts?.endInvocation();
    }
  };
}

/** The parts of an SQS event that we read (docs.aws.amazon.com/lambda/latest/dg/with-sqs.html). */
export interface QueueEvent {
  Records: readonly { messageId: string; body: string }[];
}

/**
 * Names the messages that are to come again; the others are deleted (services-sqs-errorhandling.html, same
 * guide).
 */
export interface QueueAnswer {
  batchItemFailures: { itemIdentifier: string }[];
}

export interface MessageWork {
  clock: Clock;
  logger: Logger;
  /** The name in the log of a message that failed. */
  failure: string;
  /** Does what a message asks for. `signal` ends it shortly before the invocation does. */
  take(body: string, signal: AbortSignal): Promise<unknown>;
}

/**
 * Kept back from the remaining time: work is cut off and its messages named, rather than killed with those
 * that were done.
 */
const MARGIN_MS = 10_000;

/**
 * Takes the messages of an event side by side. One that fails comes again, and in the end to the dead-letter
 * queue.
 */
export async function takeMessages(
  { clock, logger, failure, take }: MessageWork,
  { Records: messages }: QueueEvent,
  context: InvocationContext,
): Promise<QueueAnswer> {
  const ending = new AbortController();
  // All that is under way listens to it, and Node takes more than ten for a leak.
  setMaxListeners(0, ending.signal);
  const cancel = clock.after(Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MS), () =>
    ending.abort(),
  );
  const failed = async ({ messageId, body }: QueueEvent["Records"][number]) => {
    try {
      await take(body, ending.signal);
      return [];
    } catch (error) {
      logger.log("error", failure, { request_id: context.awsRequestId, ...describeUnexpected(error) });
      return [{ itemIdentifier: messageId }];
    }
  };
  try {
    return { batchItemFailures: (await Promise.all(messages.map(failed))).flat() };
  } finally {
    cancel();
  }
}

/**
 * Delivers the batches of an event. One that our own side failed on, and a message that is no batch, comes
 * again.
 */
export function deliverMessages(
  { deliverer, clock, logger }: Pick<Service, "deliverer" | "clock" | "logger">,
  event: QueueEvent,
  context: InvocationContext,
): Promise<QueueAnswer> {
  const take = async (body: string, signal: AbortSignal) =>
    deliverer.deliver(readDeliveryMessage(body), signal);
  return takeMessages({ clock, logger, failure: "delivery_batch_failed", take }, event, context);
}

/** Polls the batches of an event. One that fails, and a message that is no batch, comes again. */
export function pollMessages(
  { watchPoller, clock, logger }: Pick<Service, "watchPoller" | "clock" | "logger">,
  event: QueueEvent,
  context: InvocationContext,
): Promise<QueueAnswer> {
  const take = async (body: string, signal: AbortSignal) => watchPoller.poll(readPollMessage(body), signal);
  return takeMessages({ clock, logger, failure: "watch_poll_failed", take }, event, context);
}
