import { Duration, type Stack } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { getTimeoutSeconds } from "./lambda-function.ts";
import type { FunctionName, QueueName } from "./routes.ts";

/** Number of failed receives after which a message is moved to the dead-letter queue. */
const MAX_RECEIVES = 5;

const RECEIVERS: Record<QueueName, FunctionName> = { feed: "poll", inbox: "poll", delivery: "deliver" };

/**
 * Returns the seconds after which a failed message becomes visible again. This is as long as Lambda's own
 * retries may take (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html: six timeouts).
 */
export function secondsToRetry(name: QueueName): number {
  return 6 * getTimeoutSeconds(RECEIVERS[name]);
}

/**
 * Days that a message is retained. A poll older than a day, the longest interval of a watch, has been
 * superseded by the next one. It would be discarded when received (watch-poller.ts).
 */
const RETENTION_DAYS: Record<QueueName, number> = { feed: 1, inbox: 1, delivery: 4 };

/** Creates the queue of a function. */
function createWorkQueue(stack: Stack, id: string, name: QueueName): Queue {
  return new Queue(stack, id, {
    retentionPeriod: Duration.days(RETENTION_DAYS[name]),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(secondsToRetry(name)),
    deadLetterQueue: { queue: createDeadLetterQueue(stack, `${id}Failures`), maxReceiveCount: MAX_RECEIVES },
  });
}

/**
 * Creates the queues. Each schedule ("wheel") has its own, so that a flood in one does not delay the other.
 * Deliveries have a separate queue, so that neither delays them.
 */
export function createWatchQueues(stack: Stack): Readonly<Record<QueueName, Queue>> {
  return {
    feed: createWorkQueue(stack, "FeedPolls", "feed"),
    inbox: createWorkQueue(stack, "InboxPolls", "inbox"),
    delivery: createWorkQueue(stack, "Deliveries", "delivery"),
  };
}

/** Creates a queue that retains failed messages for as long as SQS permits. */
export function createDeadLetterQueue(stack: Stack, id: string): Queue {
  return new Queue(stack, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}
