import type { AwsConnections } from "@plumbline/aws/access/aws-connections.ts";
import { createQueueClient, SqsBatchQueue } from "@plumbline/aws/queue/sqs-batch-queue.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { type DeliveryQueue, getTenant } from "@plumbline/watches/delivery/delivery-queue.ts";
import { type LambdaEnvironment, readResourceNames } from "./invocation.ts";

/**
 * Opens the stage's delivery queue (`DELIVERY_QUEUE_URL`). Only functions that announce deliveries pass it to
 * openService, so that other bundles do not contain the SQS client. Throws ConfigurationError.
 */
export function openDeliveryQueue(
  environment: LambdaEnvironment,
  clock: Clock,
  connections: AwsConnections,
): DeliveryQueue {
  const { DELIVERY_QUEUE_URL: url } = readResourceNames(environment, ["DELIVERY_QUEUE_URL"]);
  return new SqsBatchQueue(connections.register(createQueueClient()), url, clock, {
    selectGroup: getTenant,
  });
}
