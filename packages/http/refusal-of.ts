import { KeyServiceBusyError, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { internalError } from "./problem.ts";

/** What a caller is told of an error that a route threw. The keeper of keys is refused by or waited for by the tenant itself, so it is told of both. */
export function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof KeyUnavailableError)
    return new ServiceError("conflict", `The tenant's data key cannot be used. ${error.message}`);
  if (error instanceof KeyServiceBusyError)
    return new ServiceError(
      "unavailable",
      "The key service does not answer at the moment; try again shortly.",
    );
  return internalError();
}
