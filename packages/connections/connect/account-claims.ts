import { Secret } from "@plumbline/core/access/secret.ts";
import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import * as z from "zod";
import type { OAuthClient } from "../oauth-client.ts";
import type { TokenGrant } from "../token-answer.ts";
import { nonceOf } from "./authorization-url.ts";

const text = z.string().min(1).max(1_024).optional().catch(undefined);

/** Claims about the person who agreed, in an `id_token`. */
const claimsSchema = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  nonce: text,
  sub: text,
  name: text,
  email: text,
  preferred_username: text,
});

export type AccountClaims = z.infer<typeof claimsSchema>;

/** Thrown for an `id_token` that was not issued for this visit. */
export class ForeignClaimsError extends Error {
  override readonly name = "ForeignClaimsError";
}

/**
 * Reads the `id_token` of a token answer; `undefined` where it has no such token. It came from the token
 * address over TLS, which stands for its signature (OpenID Connect Core 1.0, 3.1.3.7); audience and nonce are
 * checked. Throws ForeignClaimsError.
 */
export function accountClaims(
  { answer }: TokenGrant,
  { id }: Pick<OAuthClient, "id">,
  state: string,
): AccountClaims | undefined {
  if (!(answer.id_token instanceof Secret)) return undefined;
  const claims = claimsSchema.safeParse(payloadOf(answer.id_token.reveal()));
  if (!claims.success) throw new ForeignClaimsError("The id_token cannot be read.");
  const { aud, nonce } = claims.data;
  if (![aud].flat().includes(id)) throw new ForeignClaimsError("The id_token is for another client.");
  if (nonce !== undefined && nonce !== nonceOf(state))
    throw new ForeignClaimsError("The id_token is of another visit.");
  return claims.data;
}

/** The payload of a JSON Web Token (RFC 7519); `undefined` for any other text. */
function payloadOf(token: string): unknown {
  const [, payload = ""] = token.split(".");
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Adds what the claims say of the account to its metadata, and leaves what is set. */
export function metadataWithClaims(
  { facts }: Pick<OAuthClient, "facts">,
  metadata: CredentialMetadata,
  claims: AccountClaims | undefined,
): CredentialMetadata {
  const said = Object.entries((claims && facts.claimedMetadata?.(claims)) ?? {});
  return { ...Object.fromEntries(said.filter(([, value]) => value !== undefined)), ...metadata };
}
