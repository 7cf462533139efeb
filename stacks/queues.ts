import { Duration, type Stack } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { timeoutOf } from "./lambda-function.ts";
import type { FunctionName, QueueName } from "./routes.ts";

/** A message that its receiver failed on so often is put aside. */
const MOST_RECEIVES = 5;

const RECEIVERS: Record<QueueName, FunctionName> = { feed: "poll", inbox: "poll", delivery: "deliver" };

/**
 * After which a message comes again when its work failed: it is out of sight for as long as Lambda may take
 * with its own tries (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html: six time-outs).
 */
export function secondsToNextTry(name: QueueName): number {
  return 6 * timeoutOf(RECEIVERS[name]);
}

/**
 * Days that a message waits. A look that waited longer than the longest interval of a watch, a day, is
 * superseded by the next one of the same watches, which would be put aside when it is taken
 * (watch-poller.ts).
 */
const RETENTION_DAYS: Record<QueueName, number> = { feed: 1, inbox: 1, delivery: 4 };

/** A queue in front of a function. */
function workQueue(stack: Stack, id: string, name: QueueName): Queue {
  return new Queue(stack, id, {
    retentionPeriod: Duration.days(RETENTION_DAYS[name]),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(secondsToNextTry(name)),
    deadLetterQueue: { queue: deadLetterQueue(stack, `${id}Failures`), maxReceiveCount: MOST_RECEIVES },
  });
}

/**
 * The wheels have a queue each, so that a flood of the one does not hold up the other; deliveries are held up
 * by neither.
 */
export function watchQueues(stack: Stack): Readonly<Record<QueueName, Queue>> {
  return {
    feed: workQueue(stack, "FeedPolls", "feed"),
    inbox: workQueue(stack, "InboxPolls", "inbox"),
    delivery: workQueue(stack, "Deliveries", "delivery"),
  };
}

/** Keeps what nobody could take for as long as SQS does. */
export function deadLetterQueue(stack: Stack, id: string): Queue {
  return new Queue(stack, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}
