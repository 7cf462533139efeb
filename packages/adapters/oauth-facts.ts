import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";

/** Facts in which a provider's authorization server differs from others. Read by packages/connections. */
export interface OAuthFacts {
  /** Where a person agrees. */
  readonly authorizeUrl: string;
  /** Where codes and refresh tokens are exchanged for tokens. */
  readonly tokenUrl: string;
  /** Where a token is given back; left out, the provider has no such address. */
  readonly revocation?: OAuthRevocation;
  /** Place of the client's id and secret: the `authorization` header (RFC 6749, 2.3.1) or the body. */
  readonly clientAuth: "basic" | "body";
  /** The form of a token request's body. */
  readonly bodyForm: "form" | "json";
  /** Headers that every request to the token address needs beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * True where a code is asked for with a challenge (RFC 7636). `false` only where the provider refuses the
   * verifier of a client that has a secret, or knows none.
   */
  readonly pkce: boolean;
  readonly scopes: OAuthScopes;
  /** Further parameters of the address where a person agrees. */
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  /** A refresh repeats the scopes, since an access token is for one resource only. */
  readonly refreshNamesScopes?: boolean;
  /** Where a person signs in, as they know it, such as "Google"; left out, it is the provider's name. */
  readonly signInAt?: string;
  /** Metadata of a connection that is made this way. */
  readonly metadata?: CredentialMetadata;
  /** Metadata that names the account, by what the `id_token` says of it. */
  claimedMetadata?(claims: OAuthClaims): CredentialMetadata;
  /**
   * True where the token address answers an `id_token` without `at_hash`, which OpenID Connect Core 1.0,
   * 3.1.3.6 leaves optional. Elsewhere an `id_token` that does not name its access token is refused.
   */
  readonly omitsTokenHash?: true;
  /** The part of an answer that holds this kind's token, where the answer may hold several. */
  tokenPart?(answer: Readonly<Record<string, unknown>>): unknown;
  /** Refusals, beside `invalid_grant`, after which this refresh token never works again. */
  readonly deadRefreshToken?: readonly OAuthRefusal[];
  /**
   * True where a refresh token that was rotated and comes back ends all tokens of its connection (RFC 9700,
   * 4.14.2). A refusal is then believed at once; elsewhere the provider is asked once more.
   */
  readonly reuseRevokesFamily?: true | undefined;
}

/** Claims of an `id_token` about the person who agreed (OpenID Connect Core 1.0, 5.1). */
export interface OAuthClaims {
  readonly sub?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly preferred_username?: string | undefined;
}

/** A refusal by its code and, where the code alone says too little, by its text. */
export interface OAuthRefusal {
  readonly code: string;
  readonly text?: RegExp;
}

/** Form of the request that gives a token back (RFC 7009 and what comes near it). */
export interface OAuthRevocation {
  readonly url: string;
  /** The token that ends a connection; after a refresh token, the access token lives out its time. */
  readonly token: "access" | "refresh";
  /** Place of the token: a field of the body, the `authorization` header, or a DELETE's path. */
  readonly tokenIn: "body" | "header" | "path";
  /** True where the client proves itself, in the same way as for tokens. */
  readonly clientAuth: boolean;
}

/** Scopes that a person is asked to agree to. */
export interface OAuthScopes {
  readonly separator: " " | ",";
  /** The parameter that names them; left out, `scope`. */
  readonly parameter?: string;
  /** Needed whatever the connection is used for, such as what brings a refresh token. */
  readonly always: readonly string[];
  /** The smallest that each tool needs, by its name. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** Scopes that are never asked for by default, but may be asked for. */
  readonly more?: readonly string[];
  /** Wider scopes, and those that each stands in for. */
  readonly wider?: Readonly<Record<string, readonly string[]>>;
}

/** The smallest scopes for some tools; for all of the kind's tools when none is named. */
export function scopesFor(
  { scopes }: Pick<OAuthFacts, "scopes">,
  tools = Object.keys(scopes.tools),
): string[] {
  return [...new Set([...scopes.always, ...tools.flatMap((tool) => scopes.tools[tool] ?? [])])];
}

/**
 * Finds the scopes that some tools need and a credential lacks, each with the tools that need it. Where no
 * scope is stored, nobody knows what was granted, and nothing is reported as missing.
 */
export function scopesLacking(
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
