import { KMSClient, type KMSClientConfig } from "@aws-sdk/client-kms";

/**
 * Milliseconds. A key operation takes about ten; waiting longer than this only delays the SDK's next attempt.
 */
const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 3_000;

/**
 * What a place may decide for itself; on AWS nothing, as region and credentials come from the environment.
 */
export type KmsClientOptions = Pick<
  KMSClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** A client with three attempts and time-outs that end a request. */
export function createKmsClient(options: KmsClientOptions = {}): KMSClient {
  return new KMSClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...options,
  });
}
