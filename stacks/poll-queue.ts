import { Duration, type Stack } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { timeoutOf } from "./lambda-function.ts";

/** A message that its receivers failed on so often is put aside. */
const MOST_RECEIVES = 5;

/**
 * The queue between the tick and the polls of one wheel. A message comes again when its poll failed; it is out of sight for as long as
 * Lambda may take with its own tries (docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html: six time-outs).
 */
export function pollQueue(stack: Stack, id: string): Queue {
  return new Queue(stack, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(6 * timeoutOf("poll")),
    deadLetterQueue: { queue: deadLetterQueue(stack, `${id}Failures`), maxReceiveCount: MOST_RECEIVES },
  });
}

/** Keeps what nobody could take for as long as SQS does. */
export function deadLetterQueue(stack: Stack, id: string): Queue {
  return new Queue(stack, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
}
