import { SQSServiceException } from "@aws-sdk/client-sqs";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";

/** Refusals that are the service's state, not our request's fault, though they come as 4xx. */
const STATE_OF_THE_SERVICE = new Set(["RequestThrottled", "ThrottlingException"]);

/**
 * Throws what a failed request means once the SDK's own retries are over: ServiceError `unavailable`, with
 * the SDK's error as `cause`. A request that is wrong or not allowed passes through.
 */
export function queueError(error: unknown): never {
  const refused = error instanceof SQSServiceException && error.$fault === "client";
  throw refused && !STATE_OF_THE_SERVICE.has(error.name) ? error : queueUnavailable(error);
}

export function queueUnavailable(cause?: unknown): ServiceError {
  const error = new ServiceError(
    "unavailable",
    "The queue does not answer at the moment; try again shortly.",
  );
  error.cause = cause;
  return error;
}
