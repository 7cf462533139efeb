import { KMSServiceException } from "@aws-sdk/client-kms";
import {
  type KeyOwner,
  KeyServiceBusyError,
  KeyUnavailableError,
} from "@plumbline/core/credentials/vault/key-service.ts";

/**
 * Refusals that pass. KMS's `KeyUnavailableException` is one, unlike its name: "You can retry the request"
 * (docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html).
 */
const PASSING = new Set([
  "DependencyTimeoutException",
  "KeyUnavailableException",
  "KMSInternalException",
  "LimitExceededException",
  "ThrottlingException",
]);

/** A KMS key that was asked for something. */
export interface AskedKey {
  owner: KeyOwner;
  /** Id, ARN or alias. */
  keyId: string;
}

/**
 * Throws what a failed KMS call means once the SDK's own retries are over. An answered refusal (disabled,
 * pending deletion, not found, not allowed, another key's or another context's ciphertext) is final; a 5xx, a
 * throttle or no answer at all is not.
 */
export function keyServiceError(error: unknown, { owner, keyId }: AskedKey): never {
  const refused = error instanceof KMSServiceException;
  if (refused && error.$fault === "client" && !PASSING.has(error.name)) {
    const key = owner === "tenant" ? keyId : "the stage's key";
    throw new KeyUnavailableError(`The key service refuses ${key}: ${error.name}.`, { owner, cause: error });
  }
  throw new KeyServiceBusyError(`The key service cannot answer${refused ? `: ${error.name}` : ""}.`, {
    cause: error,
  });
}
