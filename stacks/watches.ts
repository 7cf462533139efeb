import { Duration } from "aws-cdk-lib";
import { Rule, RuleTargetInput, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as FunctionTarget } from "aws-cdk-lib/aws-events-targets";
import { type StackContext, use } from "sst/constructs";
import { lambdaFunction } from "./lambda-function.ts";
import { deadLetterQueue, pollQueue } from "./poll-queue.ts";
import { storage } from "./storage.ts";

/** Messages to one invocation. Each is up to 25 watches, and all are polled side by side. */
const MESSAGES_TOGETHER = 4;
/** Invocations at once, for each wheel: what is over it waits in the queue, where reserved concurrency would have it fail. */
const POLLS_AT_ONCE = 20;

/**
 * The clock and the queues of watches. A rule a wheel starts the tick every minute; the tick sends the watches that are due to the
 * wheel's queue, from which they are polled. The wheels have a queue each, so that a flood of the one does not hold up the other.
 */
export function watches({ app, stack }: StackContext) {
  const { table, tenantDataKey } = use(storage);
  const queues = { feed: pollQueue(stack, "FeedPolls"), inbox: pollQueue(stack, "InboxPolls") };
  const resources = {
    stage: app.stage,
    tableName: table.tableName,
    tableArn: table.tableArn,
    keyArn: tenantDataKey.keyArn,
    queueArns: Object.values(queues).map(({ queueArn }) => queueArn),
  };
  const tick = lambdaFunction(stack, "tick", resources);
  tick.addEnvironment("FEED_QUEUE_URL", queues.feed.queueUrl);
  tick.addEnvironment("INBOX_QUEUE_URL", queues.inbox.queueUrl);
  const poll = lambdaFunction(stack, "poll", resources);
  const failedTicks = deadLetterQueue(stack, "TickFailures");

  for (const [wheel, queue] of Object.entries(queues)) {
    const name = `${wheel.charAt(0).toUpperCase()}${wheel.slice(1)}`;
    new Rule(stack, `${name}Tick`, {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new FunctionTarget(tick, {
          event: RuleTargetInput.fromObject({ wheel }),
          retryAttempts: 2,
          deadLetterQueue: failedTicks,
        }),
      ],
    });
    // Not as an `SqsEventSource`, which grants more than receiving takes.
    poll.addEventSourceMapping(`${name}Polls`, {
      eventSourceArn: queue.queueArn,
      batchSize: MESSAGES_TOGETHER,
      reportBatchItemFailures: true,
      maxConcurrency: POLLS_AT_ONCE,
    });
  }
}
