import { KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";

/**
 * What a watch's owner is told when the tenant's data key is refused: the tenant's own key may be disabled,
 * so it is the tenant's failure and nobody else's. Throws any other error again; a key service that is busy
 * will answer later.
 */
export function keyFailure(error: unknown) {
  if (!(error instanceof KeyUnavailableError)) throw error;
  return {
    error_code: "authentication",
    refusal_reason: `The tenant's data key cannot be used. ${error.message}`,
    next_step: "Let the service use the key again; the watch then goes on by itself.",
  } as const;
}
