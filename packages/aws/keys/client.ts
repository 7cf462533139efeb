import { KMSClient, type KMSClientConfig } from "@aws-sdk/client-kms";
import { CLIENT_BOUNDS } from "../access/client-bounds.ts";

/** Overrides for tests; empty on AWS, where region and credentials come from the environment. */
export type KmsClientOptions = Pick<
  KMSClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** A client whose requests end. */
export function createKmsClient(options: KmsClientOptions = {}): KMSClient {
  return new KMSClient({ ...CLIENT_BOUNDS, ...options });
}
