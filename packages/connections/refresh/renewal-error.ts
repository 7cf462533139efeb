import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import {
  AdapterAuthError,
  type AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
} from "@plumbline/core/errors/adapter-error.ts";
import { providerOfKind } from "../oauth-client.ts";
import type { TokenFailure } from "../token-request.ts";

/**
 * Returns the refusal of a call whose token could not be renewed. Only a dead refresh token ends the
 * connection. After any other failure the connection remains, and the refusal states what to do.
 */
export function createRenewalError({ label, kind }: CredentialRecord, failure: TokenFailure): AdapterError {
  const { reason, message, code, status, retryAfterSeconds } = failure;
  const detail = { status, providerCode: code, retryAfterSeconds };
  const sentence = `The token of "${label}" expired and was not renewed: ${message}`;
  switch (reason) {
    case "dead":
      return new AdapterAuthError(`The connection "${label}" no longer works: ${message}`, {
        ...detail,
        nextStep: `Connect "${label}" again.`,
      });
    case "client_refused": {
      const setting = `OAUTH_${kind.toUpperCase()}_CLIENT`;
      return new AdapterAuthError(sentence, {
        ...detail,
        connectionIsValid: true,
        reconnectIsUseless: true,
        nextStep: `Ask the operator of this service to check ${setting}_ID and ${setting}_SECRET. The connection is kept.`,
      });
    }
    case "refused":
      return new AdapterAuthError(sentence, {
        ...detail,
        connectionIsValid: true,
        nextStep: `Try again later. If it keeps failing, connect "${label}" again.`,
      });
    case "busy":
      return new AdapterRateLimitedError(sentence, detail);
    default:
      return new AdapterTransientError(sentence, detail);
  }
}

/**
 * Returns the refusal of a call after a provider's first rejection of the refresh token, which is not yet
 * trusted. The connection remains.
 */
export function createFirstRefusal(
  { label, kind }: CredentialRecord,
  retryAfterSeconds: number,
): AdapterAuthError {
  const provider = providerOfKind(kind);
  return new AdapterAuthError(`${provider} refused to renew the token of "${label}".`, {
    connectionIsValid: true,
    reconnectIsUseless: true,
    retryAfterSeconds,
    nextStep:
      `Try again in ${retryAfterSeconds} s: ${provider} is asked once more before the connection is ` +
      "considered broken.",
  });
}
