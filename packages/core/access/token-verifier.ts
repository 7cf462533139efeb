import type { Scope } from "./caller.ts";

/** Facts about its caller that a verified token states. */
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
