import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";

/** Facts in which the providers' authorization servers differ. Used by packages/connections. */
export interface OAuthFacts {
  /** Authorization endpoint. */
  readonly authorizeUrl: string;
  /** Token endpoint, which exchanges codes and refresh tokens for tokens. */
  readonly tokenUrl: string;
  /** Revocation endpoint. Omitted if the provider has no such endpoint. */
  readonly revocation?: OAuthRevocation;
  /**
   * Where the client's ID and secret are sent: in the `authorization` header (RFC 6749, 2.3.1) or the body.
   */
  readonly clientAuth: "basic" | "body";
  /** Format of a token request's body. */
  readonly bodyForm: "form" | "json";
  /** Additional headers for every request to the token endpoint. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * True if authorization uses PKCE (RFC 7636). False only if the provider does not support PKCE, or refuses
   * a verifier from a client with a secret.
   */
  readonly pkce: boolean;
  readonly scopes: OAuthScopes;
  /** Additional parameters of the authorization endpoint. */
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  /** True if a refresh must repeat the scopes, because an access token is valid for only one resource. */
  readonly refreshNamesScopes?: boolean;
  /**
   * Service at which users sign in, by the name they know, such as "Google". Defaults to the provider's name.
   */
  readonly signInAt?: string;
  /** Metadata of connections created in this way. */
  readonly metadata?: CredentialMetadata;
  /** Returns metadata that identifies the account, from the claims of the `id_token`. */
  claimedMetadata?(claims: OAuthClaims): CredentialMetadata;
  /**
   * True if the token endpoint returns an `id_token` without `at_hash`, which OpenID Connect Core 1.0,
   * 3.1.3.6, makes optional. From other providers, an `id_token` without it is refused.
   */
  readonly omitsTokenHash?: true;
  /** Returns the part of a response that contains this kind's token, if the response may contain several. */
  tokenPart?(answer: Readonly<Record<string, unknown>>): unknown;
  /** Error codes, besides `invalid_grant`, after which this refresh token never works again. */
  readonly deadRefreshToken?: readonly OAuthRefusal[];
  /**
   * True if reusing a rotated refresh token revokes all tokens of its connection (RFC 9700, 4.14.2). A
   * refusal is then final. Otherwise, the request is repeated once.
   */
  readonly reuseRevokesFamily?: true | undefined;
}

/** Claims of an `id_token` about the user who authorized (OpenID Connect Core 1.0, 5.1). */
export interface OAuthClaims {
  readonly sub?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly preferred_username?: string | undefined;
}

/** An error identified by its code and, if the code is ambiguous, its text. */
export interface OAuthRefusal {
  readonly code: string;
  readonly text?: RegExp;
}

/** Format of the request that revokes a token (RFC 7009 and its variants). */
export interface OAuthRevocation {
  readonly url: string;
  /**
   * Token whose revocation ends a connection. If the refresh token is revoked, the access token stays valid
   * until it expires.
   */
  readonly token: "access" | "refresh";
  /** Where the token is sent: in a body field, the `authorization` header, or the path of a DELETE. */
  readonly tokenIn: "body" | "header" | "path";
  /** True if the client authenticates as it does at the token endpoint. */
  readonly clientAuth: boolean;
}

/** Scopes to request. */
export interface OAuthScopes {
  readonly separator: " " | ",";
  /** The parameter that contains them. Defaults to `scope`. */
  readonly parameter?: string;
  /** Scopes that every use of the connection needs, for example to get a refresh token. */
  readonly always: readonly string[];
  /** The narrowest scopes that each tool needs, by tool name. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** Scopes that are not requested by default, but may be requested. */
  readonly more?: readonly string[];
  /** Wider scopes, each with the scopes that it replaces. */
  readonly wider?: Readonly<Record<string, readonly string[]>>;
}

/** Returns the narrowest scopes for the given tools. Defaults to all of the kind's tools. */
export function chooseScopes(
  { scopes }: Pick<OAuthFacts, "scopes">,
  tools = Object.keys(scopes.tools),
): string[] {
  return [...new Set([...scopes.always, ...tools.flatMap((tool) => scopes.tools[tool] ?? [])])];
}

/**
 * Returns the scopes that the given tools need and a credential lacks, each with the tools that need it.
 * Returns nothing if no scopes are stored, because it is then unknown what was granted.
 */
export function findMissingScopes(
  { scopes }: Pick<OAuthFacts, "scopes">,
  stored: string,
  tools: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const granted = stored.split(/[\s,]+/).filter((scope) => scope !== "");
  const lacking = new Map<string, string[]>();
  if (granted.length === 0) return lacking;
  const covered = new Set(granted.flatMap((scope) => [scope, ...(scopes.wider?.[scope] ?? [])]));
  for (const tool of tools)
    for (const scope of scopes.tools[tool] ?? [])
      if (!covered.has(scope)) lacking.set(scope, [...(lacking.get(scope) ?? []), tool]);
  return lacking;
}
