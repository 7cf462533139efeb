/** The operator's OIDC issuer. Callers may send its tokens instead of an API key. */
export interface IssuerSettings {
  /** Must equal the `iss` claim of tokens exactly, including a trailing slash. */
  issuer: string;
  /** Accepted values of the `aud` claim. Never empty. */
  audiences: readonly string[];
  /** Name of the claim that contains the tenant's ID. */
  tenantClaim: string;
  /** ID of the public client for signing in on pages. If omitted, people can only sign in with keys. */
  clientId?: string | undefined;
}
