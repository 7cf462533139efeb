import { Duration, type Stack } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { timeoutOf } from "./lambda-function.ts";
import type { FunctionName, QueueName } from "./routes.ts";

/** Number of failed receives after which a message is moved to the dead-letter queue. */
const MAX_RECEIVES = 5;

const RECEIVERS: Record<QueueName, FunctionName> = { feed: "poll", inbox: "poll", delivery: "deliver" };

/**
 * Returns the seconds after which a failed message becomes visible again. This is as long as Lambda's own
 * retries may take (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html: six timeouts).
 */
export function secondsToRetry(name: QueueName): number {
  return 6 * timeoutOf(RECEIVERS[name]);
}

/**
 * Days that a message is retained. A poll older than a day, the longest interval of a watch, is superseded by
 * the next poll of the same watches, and would be discarded when received (watch-poller.ts).
 */
const RETENTION_DAYS: Record<QueueName, number> = { feed: 1, inbox: 1, delivery: 4 };

/** Creates the queue of a function. */
function workQueue(stack: Stack, id: string, name: QueueName): Queue {
  return new Queue(stack, id, {
    retentionPeriod: Duration.days(RETENTION_DAYS[name]),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(secondsToRetry(name)),
    deadLetterQueue: { queue: deadLetterQueue(stack, `${id}Failures`), maxReceiveCount: MAX_RECEIVES },
  });
}

/**
 * Creates the queues. Each schedule ("wheel") has its own, so that a flood in one does not delay the other.
 * Deliveries have a separate queue, so that neither delays them.
 */
export function watchQueues(stack: Stack): Readonly<Record<QueueName, Queue>> {
  return {
    feed: workQueue(stack, "FeedPolls", "feed"),
    inbox: workQueue(stack, "InboxPolls", "inbox"),
    delivery: workQueue(stack, "Deliveries", "delivery"),
  };
}

/** Creates a queue that retains failed messages for as long as SQS permits. */
export function deadLetterQueue(stack: Stack, id: string): Queue {
  return new Queue(stack, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}
