import { SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import { CLIENT_BOUNDS } from "../access/client-bounds.ts";

/** Overrides for tests; empty on AWS, where region and credentials come from the environment. */
export type QueueClientOptions = Pick<
  SQSClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** A client whose requests end. */
export function createQueueClient(options: QueueClientOptions = {}): SQSClient {
  return new SQSClient({ ...CLIENT_BOUNDS, ...options });
}
