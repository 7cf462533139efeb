import { Duration } from "aws-cdk-lib";
import { Rule, RuleTargetInput, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as FunctionTarget } from "aws-cdk-lib/aws-events-targets";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Function as LambdaFunction, StackContext } from "sst/constructs";
import { lambdaFunction } from "./lambda-function.ts";
import { createDeadLetterQueue, createWatchQueues } from "./queues.ts";
import type { StorageStack } from "./storage.ts";
import { readWatchConcurrency } from "./watch-concurrency.ts";

/** Resources of the watch stack that other stacks use. */
export type WatchStack = ReturnType<typeof watches>;

/** Input for the tick, by the rule that invokes it every minute. */
const TICK_INPUTS = {
  FeedTick: { wheel: "feed" },
  InboxTick: { wheel: "inbox" },
  DeliveryTick: { due: "deliveries" },
};

/** Messages per invocation. Each contains up to 25 watches, and all are polled in parallel. */
const POLL_BATCH_SIZE = 4;
/** Messages per invocation. Each contains up to ten events of one watch, attempted one after another. */
const DELIVERY_BATCH_SIZE = 5;

/**
 * Creates the schedules and queues of watches. Every minute, a tick sends due watches to their wheel's queue,
 * from which they are polled, and due deliveries to the delivery queue. New events, and deliveries repeated
 * on request, are sent to that queue immediately.
 */
export function watches({ app, stack }: StackContext, storage: StorageStack) {
  const queues = createWatchQueues(stack);
  const { polls, deliveries, reserved } = readWatchConcurrency(process.env);
  const resources = { stage: app.stage, storage, queues, reserved };
  // The next tick does what a failed one has not done. A retry would come too late.
  const failedTicks = createDeadLetterQueue(stack, "TickFailures");
  const tick = lambdaFunction(stack, "tick", { ...resources, failures: failedTicks });
  for (const [id, event] of Object.entries(TICK_INPUTS)) {
    new Rule(stack, id, {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new FunctionTarget(tick, {
          event: RuleTargetInput.fromObject(event),
          retryAttempts: 2,
          deadLetterQueue: failedTicks,
        }),
      ],
    });
  }
  const poll = lambdaFunction(stack, "poll", resources);
  const polling = { batchSize: POLL_BATCH_SIZE, maxConcurrency: polls };
  connectQueue(poll, "FeedPolls", queues.feed, polling);
  connectQueue(poll, "InboxPolls", queues.inbox, polling);
  const deliver = lambdaFunction(stack, "deliver", resources);
  const delivering = { batchSize: DELIVERY_BATCH_SIZE, maxConcurrency: deliveries };
  connectQueue(deliver, "Deliveries", queues.delivery, delivering);
  return { queues, failedTicks, functions: { tick, poll, deliver } };
}

/**
 * Connects a function to a queue. Does not use an `SqsEventSource`, which grants more than receiving
 * requires.
 */
function connectQueue(
  fn: LambdaFunction,
  id: string,
  queue: Queue,
  bounds: { batchSize: number; maxConcurrency: number },
): void {
  fn.addEventSourceMapping(id, { eventSourceArn: queue.queueArn, reportBatchItemFailures: true, ...bounds });
}
