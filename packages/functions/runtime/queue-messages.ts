import { setMaxListeners } from "node:events";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { InvocationContext } from "./lambda-runtime.ts";

/** What we read of an event of SQS (docs.aws.amazon.com/lambda/latest/dg/with-sqs.html). */
export interface QueueEvent {
  Records: readonly { messageId: string; body: string }[];
}

/** Names the messages that are to come again; the others are deleted (services-sqs-errorhandling.html, same guide). */
export interface QueueAnswer {
  batchItemFailures: { itemIdentifier: string }[];
}

export interface MessageWork {
  clock: Clock;
  logger: Logger;
  /** What the log calls a message that failed. */
  failure: string;
  /** Does what a message asks for. `signal` ends it shortly before the invocation does. */
  take(body: string, signal: AbortSignal): Promise<unknown>;
}

/** Kept back from the remaining time: work is cut off and its messages named, rather than killed with those that were done. */
const MARGIN_MS = 10_000;

/** Takes the messages of an event side by side. One that fails comes again, and in the end to the dead-letter queue. */
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
