import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";

/**
 * Returns the failure that a watch's owner sees when the tenant's data key is refused. The tenant's own key
 * may be disabled, so only that tenant is affected. Rethrows any other error; a key service that is busy will
 * answer later.
 */
export function keyFailure(error: unknown) {
  if (!(error instanceof KeyUnavailableError)) throw error;
  return {
    error_code: "authentication",
    refusal_reason: `The tenant's data key cannot be used. ${error.message}`,
    next_step: "Let the service use the key again; the watch then goes on by itself.",
  } as const;
}
