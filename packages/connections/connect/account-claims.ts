import { createHash } from "node:crypto";
import { Secret } from "@plumbline/core/access/secret.ts";
import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import { tryParseJson } from "@plumbline/core/text/try-parse-json.ts";
import * as z from "zod";
import type { OAuthClient } from "../oauth-client.ts";
import type { TokenGrant } from "../token-answer.ts";
import { deriveNonce } from "./authorization-url.ts";

/** Claims in an `id_token` about the person who granted access. */
const claimsSchema = z.lazy(() => {
  const optionalClaim = z.string().min(1).max(1_024).optional().catch(undefined);
  return z.object({
    aud: z.union([z.string(), z.array(z.string())]),
    nonce: optionalClaim,
    at_hash: optionalClaim,
    sub: optionalClaim,
    name: optionalClaim,
    email: optionalClaim,
    preferred_username: optionalClaim,
  });
});

export type AccountClaims = z.infer<typeof claimsSchema>;

/** Thrown if an `id_token` was not issued for this authorization. */
export class ForeignClaimsError extends Error {
  override readonly name = "ForeignClaimsError";
}

/**
 * Reads the `id_token` of a token response; `undefined` if it is missing. It comes directly from the token
 * endpoint over TLS, which replaces checking its signature (OpenID Connect Core 1.0, 3.1.3.7). Checks
 * audience, nonce and the hash of the access token. Throws ForeignClaimsError.
 */
export function readAccountClaims(
  { answer, token }: TokenGrant,
  { id, facts }: Pick<OAuthClient, "id" | "facts">,
  state: string,
): AccountClaims | undefined {
  if (!(answer.id_token instanceof Secret)) return undefined;
  const [header, payload] = answer.id_token.reveal().split(".");
  const claims = claimsSchema.safeParse(decodePart(payload));
  if (!claims.success) throw new ForeignClaimsError("The id_token cannot be read.");
  const { aud, nonce, at_hash: hash } = claims.data;
  if (![aud].flat().includes(id)) throw new ForeignClaimsError("The id_token is for another client.");
  if (nonce !== undefined && nonce !== deriveNonce(state))
    throw new ForeignClaimsError("The id_token belongs to another sign-in.");
  const isBound = hash === undefined ? facts.omitsTokenHash : hash === hashToken(token, decodePart(header));
  if (!isBound) throw new ForeignClaimsError("The id_token belongs to another access token.");
  return claims.data;
}

/** Decodes a part of a JSON Web Token (RFC 7519); `undefined` for other text. */
function decodePart(part = ""): unknown {
  return tryParseJson(Buffer.from(part, "base64url"));
}

/**
 * Returns the `at_hash` of an access token (OpenID Connect Core 1.0, 3.1.3.6): the left half of its hash,
 * using the hash of the algorithm in the header, such as SHA-256 for RS256. Returns `undefined` for an
 * algorithm without one.
 */
function hashToken(token: Secret, header: unknown): string | undefined {
  const alg = z.object({ alg: z.string() }).safeParse(header).data?.alg ?? "";
  const bits = /^(?:RS|PS|ES|HS)(256|384|512)$/.exec(alg)?.[1] ?? (/^Ed(?:DSA|25519)$/.test(alg) && "512");
  if (!bits) return undefined;
  const hash = createHash(`sha${bits}`).update(token.reveal()).digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

/** Adds the claims about the account to its metadata. Does not overwrite existing values. */
export function addClaims(
  { facts }: Pick<OAuthClient, "facts">,
  metadata: CredentialMetadata,
  claims: AccountClaims | undefined,
): CredentialMetadata {
  const claimed = Object.entries((claims && facts.claimedMetadata?.(claims)) ?? {});
  return { ...Object.fromEntries(claimed.filter(([, value]) => value !== undefined)), ...metadata };
}
