import { ConditionalCheckFailedException, DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";

/** Refusals that are the service's state, not our request's fault, though they come as 4xx. */
const STATE_OF_THE_SERVICE = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ResourceNotFoundException",
  "ThrottlingException",
  "TransactionConflictException",
]);

/**
 * Awaits one store request. What the SDK gave up on after its own retries (network, throttling, 5xx, no
 * table) becomes ServiceError `unavailable` with the SDK's error as `cause`. A failed condition and a request
 * that is wrong pass through.
 */
export async function send<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (
      error instanceof DynamoDBServiceException &&
      error.$fault === "client" &&
      !STATE_OF_THE_SERVICE.has(error.name)
    ) {
      throw error;
    }
    throw tableUnavailable(error);
  }
}

/** Awaits one conditional write: `false` when its condition did not hold. */
export async function sendConditional(request: Promise<unknown>): Promise<boolean> {
  try {
    await send(request);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

export function tableUnavailable(cause?: unknown): ServiceError {
  const message = "The store does not answer at the moment; try again shortly.";
  return new ServiceError("unavailable", message, { cause });
}
