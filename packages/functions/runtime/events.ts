import { setMaxListeners } from "node:events";
import { parseDeliveryMessage, parsePollMessage } from "@plumbline/aws/queue/batch-messages.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { Service } from "@plumbline/service/service.ts";
import {
  createHandlerLogger,
  type InvocationContext,
  type InvocationHooks,
  logColdStart,
} from "./invocation.ts";

export interface EventHandlerOptions<Parts extends InvocationHooks, Event, Answer> {
  /**
   * Called on the first invocation. Its result is used for all later ones, and its hooks are called for each.
   */
  open(): Parts | Promise<Parts>;
  run(parts: NoInfer<Parts>, event: Event, context: InvocationContext): Promise<Answer>;
}

/**
 * Creates a Lambda handler for events that are not HTTP requests. Errors are logged here and replaced with a
 * generic one, because the runtime would log the original message, which may contain anything.
 */
export function createEventHandler<Parts extends InvocationHooks, Event, Answer>({
  open,
  run,
}: EventHandlerOptions<Parts, Event, Answer>): (event: Event, context: InvocationContext) => Promise<Answer> {
  const logger = createHandlerLogger();
  const opening = logColdStart(logger, systemClock);
  let parts: Parts | undefined;
  return async (event, context) => {
    try {
      parts ??= await opening(context, open);
      parts.beginInvocation();
      return await run(parts, event, context);
    } catch (error) {
      const fields = { request_id: context.awsRequestId, ...describeUnexpected(error) };
      logger.log("error", "invocation_failed", fields);
      throw new Error("The invocation failed. See its log line.");
    } finally {
      await parts?.endInvocation();
    }
  };
}

/** The fields of an SQS event that are used (docs.aws.amazon.com/lambda/latest/dg/with-sqs.html). */
export interface QueueEvent {
  Records: readonly { messageId: string; body: string }[];
}

/**
 * Lists the messages that SQS delivers again. It deletes the others (services-sqs-errorhandling.html, same
 * guide).
 */
export interface QueueResponse {
  batchItemFailures: { itemIdentifier: string }[];
}

export interface MessageOptions {
  clock: Clock;
  logger: Logger;
  /** Name of the log event for a failed message. */
  failure: string;
  /** Processes a message. `signal` aborts shortly before the invocation ends. */
  take(body: string, signal: AbortSignal): Promise<unknown>;
}

/**
 * Time reserved to report unfinished messages. Otherwise, Lambda would stop the invocation and repeat all
 * messages.
 */
const REPORT_MARGIN_MS = 10_000;

/**
 * Processes an event's messages concurrently. SQS delivers a failed message again, and finally moves it to
 * the dead-letter queue.
 */
export async function processMessages(
  { clock, logger, failure, take }: MessageOptions,
  { Records: messages }: QueueEvent,
  context: InvocationContext,
): Promise<QueueResponse> {
  const shutdown = new AbortController();
  // All work in progress listens to this signal, and Node reports more than ten listeners as a leak.
  setMaxListeners(0, shutdown.signal);
  const cancel = clock.after(Math.max(0, context.getRemainingTimeInMillis() - REPORT_MARGIN_MS), () =>
    shutdown.abort(),
  );
  const process = async ({ messageId, body }: QueueEvent["Records"][number]) => {
    try {
      await take(body, shutdown.signal);
      return [];
    } catch (error) {
      logger.log("error", failure, { request_id: context.awsRequestId, ...describeUnexpected(error) });
      return [{ itemIdentifier: messageId }];
    }
  };
  try {
    return { batchItemFailures: (await Promise.all(messages.map(process))).flat() };
  } finally {
    cancel();
  }
}

/**
 * Delivers the batches of an event. Batches that fail because of this service, and invalid messages, are
 * delivered again.
 */
export function deliverMessages(
  { deliverer, clock, logger }: Pick<Service, "deliverer" | "clock" | "logger">,
  event: QueueEvent,
  context: InvocationContext,
): Promise<QueueResponse> {
  const take = async (body: string, signal: AbortSignal) =>
    deliverer.deliver(parseDeliveryMessage(body), signal);
  return processMessages({ clock, logger, failure: "delivery_batch_failed", take }, event, context);
}

/** Polls the batches of an event. Failed batches and invalid messages are delivered again. */
export function pollMessages(
  { watchPoller, clock, logger }: Pick<Service, "watchPoller" | "clock" | "logger">,
  event: QueueEvent,
  context: InvocationContext,
): Promise<QueueResponse> {
  const take = async (body: string, signal: AbortSignal) => watchPoller.poll(parsePollMessage(body), signal);
  return processMessages({ clock, logger, failure: "watch_poll_failed", take }, event, context);
}
