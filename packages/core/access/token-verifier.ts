import type { Scope } from "./caller.ts";

/** Facts of a caller that its token proves. */
export interface VerifiedToken {
  /** Value of the claim that names the tenant. Whether there is such a tenant is not checked yet. */
  tenant: string;
  /** `sub`: who calls, as the issuer names them. */
  subject: string;
  scopes: ReadonlySet<Scope>;
}

/** Checks the tokens (JWT) of the operator's OIDC issuer. */
export interface TokenVerifier {
  /**
   * Throws ServiceError `unauthenticated` for a token that does not count, and `unavailable` while the
   * issuer's keys cannot be fetched.
   */
  verify(token: string): Promise<VerifiedToken>;
}
