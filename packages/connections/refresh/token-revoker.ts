import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { Credentials } from "@plumbline/core/credentials/credentials.ts";
import { toOpenError } from "@plumbline/core/credentials/resolver.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import type { OAuthClients } from "../oauth-client.ts";
import type { RevocationOutcome } from "./revoke-tokens.ts";

export interface TokenRevokerOptions {
  clients: OAuthClients;
  credentials: Pick<Credentials, "open">;
  http: HttpClient;
  clock: Clock;
}

/** Revokes the tokens of a stored connection at its provider. */
export class TokenRevoker {
  readonly #options: TokenRevokerOptions;

  constructor(options: TokenRevokerOptions) {
    this.#options = options;
  }

  /**
   * Sends one revocation request within `timeoutMs`. Returns `undefined` if the provider has no revocation
   * endpoint or the operator has no client. Also returns `undefined` if the connection has neither a refresh
   * token nor an expiry, and was therefore not made with a client.
   */
  async revoke(record: CredentialRecord, timeoutMs: number): Promise<RevocationOutcome> {
    const { clients, credentials, http, clock } = this.#options;
    const client = clients.get(record.kind);
    const isIssued = record.refresh_token_cipher !== undefined || record.expires_at !== null;
    if (!client?.facts.revocation || !isIssued) return undefined;
    try {
      const [token, refreshToken] = await Promise.all([
        credentials.open(record, "token"),
        record.refresh_token_cipher === undefined ? undefined : credentials.open(record, "refresh_token"),
      ]);
      const { revokeTokens } = await import("./revoke-tokens.ts");
      return await revokeTokens(client, { token, refreshToken }, { http, clock, timeoutMs });
    } catch (error) {
      const failure = toOpenError(error, record.label);
      if (failure instanceof AdapterError) return { revoked: false, refusal_reason: failure.message };
      throw error;
    }
  }
}
