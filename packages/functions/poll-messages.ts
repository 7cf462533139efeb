import { setMaxListeners } from "node:events";
import { readPollMessage } from "@plumbline/aws/queue/poll-message.ts";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import type { Service } from "@plumbline/http/service.ts";
import type { InvocationContext } from "./lambda-runtime.ts";

/** What we read of an event of SQS (docs.aws.amazon.com/lambda/latest/dg/with-sqs.html). */
export interface QueueEvent {
  Records: readonly { messageId: string; body: string }[];
}

/** Names the messages that are to come again; the others are deleted (services-sqs-errorhandling.html, same guide). */
export interface QueueAnswer {
  batchItemFailures: { itemIdentifier: string }[];
}

/** Kept back from the remaining time: polls are cut off and their messages named, rather than killed with those that were done. */
const MARGIN_MS = 10_000;

/**
 * Polls the batches of an event side by side. One that fails, and a message that is no batch, comes again, and in the end to the
 * dead-letter queue.
 */
export async function pollMessages(
  { watchPoller, clock, logger }: Pick<Service, "watchPoller" | "clock" | "logger">,
  { Records: messages }: QueueEvent,
  context: InvocationContext,
): Promise<QueueAnswer> {
  const ending = new AbortController();
  // Every look listens to it, and Node takes more than ten for a leak.
  setMaxListeners(0, ending.signal);
  const cancel = clock.after(Math.max(0, context.getRemainingTimeInMillis() - MARGIN_MS), () =>
    ending.abort(),
  );
  const poll = async ({ messageId, body }: QueueEvent["Records"][number]) => {
    try {
      await watchPoller.poll(readPollMessage(body), ending.signal);
      return [];
    } catch (error) {
      const fields = { request_id: context.awsRequestId, ...describeUnexpected(error) };
      logger.log("error", "watch_poll_failed", fields);
      return [{ itemIdentifier: messageId }];
    }
  };
  try {
    return { batchItemFailures: (await Promise.all(messages.map(poll))).flat() };
  } finally {
    cancel();
  }
}
