import { SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";

/** Milliseconds. A queue answers in about twenty; waiting longer than this only delays the SDK's next attempt. */
const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 3_000;

/** What a place may decide for itself; on AWS nothing, as region and credentials come from the environment. */
export type QueueClientOptions = Pick<
  SQSClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** A client with three attempts and time-outs that end a request. */
export function createQueueClient(options: QueueClientOptions = {}): SQSClient {
  return new SQSClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...options,
  });
}
