import { ConditionalCheckFailedException, DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";

/** 4xx errors caused by the state of the service and not by the request. */
const TRANSIENT_ERRORS = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ResourceNotFoundException",
  "ThrottlingException",
  "TransactionConflictException",
]);

/**
 * Awaits a request to the store. If the SDK gave up after its own retries (network, throttling, 5xx, no
 * table), throws ServiceError `unavailable` with the SDK's error as `cause`. Rethrows failed conditions and
 * invalid requests.
 */
export async function send<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (
      error instanceof DynamoDBServiceException &&
      error.$fault === "client" &&
      !TRANSIENT_ERRORS.has(error.name)
    ) {
      throw error;
    }
    throw createTableUnavailableError(error);
  }
}

/** Awaits a conditional write. Returns `false` if its condition failed. */
export async function sendConditional(request: Promise<unknown>): Promise<boolean> {
  try {
    await send(request);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

export function createTableUnavailableError(cause?: unknown): ServiceError {
  const message = "The store is not responding at the moment. Try again shortly.";
  return new ServiceError("unavailable", message, { cause });
}
