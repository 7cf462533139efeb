import { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import type { LambdaEnvironment } from "./invocation.ts";
import { type DeliveryQueueOf, type OpenedService, openService } from "./open-service.ts";

/**
 * Opens the whole service for a function with callers, who may send tokens of the OIDC issuer. Functions that
 * a schedule or a queue invokes do not need the token library.
 */
export function openForCallers(
  environment: LambdaEnvironment,
  deliveryQueueOf?: DeliveryQueueOf,
): OpenedService {
  return openService(environment, { tokenVerifierOf: createOidcVerifier, deliveryQueueOf });
}

/**
 * Opens the service like `openForCallers` and begins to load all tools, which a model or an MCP client sees,
 * while the first caller's key is read.
 */
export function openWithTools(environment: LambdaEnvironment): OpenedService {
  const service = openForCallers(environment);
  // The request that needs them rejects with the same error.
  service.registry.list().catch(() => undefined);
  return service;
}
