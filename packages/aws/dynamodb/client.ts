import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

/** Milliseconds. A healthy table answers in under ten; waiting longer than this only delays the SDK's next attempt. */
const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 3_000;

/** What a place may decide for itself; on AWS nothing, as region and credentials come from the environment. */
export type DynamoClientOptions = Pick<
  DynamoDBClientConfig,
  "region" | "endpoint" | "credentials" | "requestHandler"
>;

/** A client with three attempts and time-outs that end a request (without `throwOnRequestTimeout` the SDK only warns). */
export function createDynamoClient(options: DynamoClientOptions = {}): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...options,
  });
}
