import { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { createDynamoWatchEvents } from "@plumbline/aws/dynamodb/dynamo-watch-events.ts";
import { createDynamoWatchWheel } from "@plumbline/aws/dynamodb/dynamo-watch-wheel.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { createQueueClient, SqsBatchQueue } from "@plumbline/aws/queue/sqs-batch-queue.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { PollQueue } from "@plumbline/watches/clock/poll-queue.ts";
import { WHEELS, type Wheel } from "@plumbline/watches/clock/slots.ts";
import { type TickOptions, tick } from "@plumbline/watches/clock/tick.ts";
import { type DeliveryQueue, getTenant } from "@plumbline/watches/delivery/delivery-queue.ts";
import { type DueDeliveriesOptions, sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import { createDueListing } from "@plumbline/watches/delivery/due-listing.ts";
import {
  createHandlerLogger,
  type InvocationHooks,
  type LambdaEnvironment,
  readResourceNames,
  reportConfigurationErrors,
  writeLogLine,
} from "./invocation.ts";

/** The store of watches and deliveries, and the queues for those that are due. */
export interface TimedWork {
  store: TickOptions["store"] & DueDeliveriesOptions["store"];
  polls: Readonly<Record<Wheel, PollQueue>>;
  deliveries: DeliveryQueue;
  clock: Clock;
  logger: Logger;
  /** If omitted, nothing is counted. */
  metrics?: Metrics;
}

const RESOURCES = ["TABLE_NAME", "FEED_QUEUE_URL", "INBOX_QUEUE_URL", "DELIVERY_QUEUE_URL"] as const;

/** Opens the stage's table and queues from the environment. Throws ConfigurationError. */
export function openTimedWork(environment: LambdaEnvironment): TimedWork & InvocationHooks {
  const names = reportConfigurationErrors(() => readResourceNames(environment, RESOURCES));
  const clock = systemClock;
  const connections = new AwsConnections(clock);
  const client = connections.register(createQueueClient());
  const table = new TableClient(connections.register(createDynamoClient()), names.TABLE_NAME);
  const metrics = new EmfMetrics({ stage: environment.STAGE ?? "local", clock, write: writeLogLine });
  return {
    store: {
      ...createDynamoWatchWheel(table, clock),
      ...createDueListing(createDynamoWatchEvents(table, clock).due),
    },
    polls: {
      feed: new SqsBatchQueue(client, names.FEED_QUEUE_URL, clock),
      inbox: new SqsBatchQueue(client, names.INBOX_QUEUE_URL, clock),
    },
    deliveries: new SqsBatchQueue(client, names.DELIVERY_QUEUE_URL, clock, { selectGroup: getTenant }),
    clock,
    logger: createHandlerLogger(),
    metrics,
    beginInvocation: () => connections.endIdle(),
    endInvocation() {
      metrics.flush();
      connections.beginIdle();
    },
  };
}

/**
 * Runs the scheduled work that an EventBridge rule requests (its `input`, stacks/watches.ts): `{wheel}` for a
 * tick of that wheel, or `{due: "deliveries"}`.
 */
export async function runTimedWork(
  { store, polls, deliveries, clock, logger, metrics }: TimedWork,
  event: { wheel?: unknown; due?: unknown },
): Promise<void> {
  const wheel = WHEELS.find((one) => one === event.wheel);
  if (wheel !== undefined) await tick(wheel, { store, queue: polls[wheel], clock, logger });
  else if (event.due === "deliveries") await sendDueDeliveries({ store, queue: deliveries, clock, metrics });
  else throw new Error("The event does not name any scheduled work.");
}
