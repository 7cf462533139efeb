import type { Scope } from "./caller.ts";

export interface VerifiedToken {
  /** Value of the tenant claim. The tenant may not exist. */
  tenant: string;
  /** The `sub` claim: the issuer's ID for the caller. */
  subject: string;
  scopes: ReadonlySet<Scope>;
}

/** Verifies tokens (JWT) of the operator's OIDC issuer. */
export interface TokenVerifier {
  /**
   * Verifies a token. Throws ServiceError `unauthenticated` if it is invalid, and `unavailable` if the
   * issuer's keys cannot be fetched.
   */
  verify(token: string): Promise<VerifiedToken>;
}

/** Settings of the operator's OIDC issuer, whose tokens callers may send instead of an API key. */
export interface IssuerSettings {
  /** Must equal the tokens' `iss` claim exactly, including a trailing slash. */
  issuer: string;
  /** Accepted values of the tokens' `aud` claim. Never empty. */
  audiences: readonly string[];
  /** Name of the claim that contains the tenant's ID. */
  tenantClaim: string;
  /** ID of the public client for signing in on pages. If omitted, people can only sign in with an API key. */
  clientId?: string | undefined;
}
