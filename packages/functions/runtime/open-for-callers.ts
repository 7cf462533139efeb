import { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import type { LambdaEnvironment } from "./invocation.ts";
import { type DeliveryQueueOf, type OpenedService, openService } from "./open-service.ts";

/**
 * Opens the whole service for a function that has callers, who may send tokens of the OIDC issuer. Functions
 * that the clock or a queue starts have no use for the library that reads tokens.
 */
export function openForCallers(
  environment: LambdaEnvironment,
  deliveryQueueOf?: DeliveryQueueOf,
): OpenedService {
  return openService(environment, {
    tokenVerifierOf: createOidcVerifier,
    ...(deliveryQueueOf && { deliveryQueueOf }),
  });
}
