import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { CLIENT_BOUNDS } from "../access/client-bounds.ts";

/**
 * Overrides for the CLI and tests. Empty in the functions, where region and credentials come from the
 * environment.
 */
export type DynamoClientOptions = Pick<
  DynamoDBClientConfig,
  "region" | "profile" | "endpoint" | "credentials" | "requestHandler"
>;

/** Creates a client whose requests have timeouts. */
export function createDynamoClient(options: DynamoClientOptions = {}): DynamoDBClient {
  return new DynamoDBClient({ ...CLIENT_BOUNDS, ...options });
}
