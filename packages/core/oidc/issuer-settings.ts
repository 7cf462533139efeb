/** The operator's OIDC issuer, whose tokens callers may send in place of an API key. */
export interface IssuerSettings {
  /** Exactly as tokens have it in `iss`, with or without a slash at its end. */
  issuer: string;
  /** A token must be for one of these: its `aud`. Never empty. */
  audiences: readonly string[];
  /** Name of the claim that says which tenant calls. */
  tenantClaim: string;
  /** The public client with which people sign in on pages; without one they sign in with keys alone. */
  clientId?: string | undefined;
}
