import { createHash } from "node:crypto";
import type { OAuthClient } from "../oauth-client.ts";

export interface AuthorizationRequest {
  redirectUri: string;
  scopes: readonly string[];
  state: string;
  /** Left out where the provider takes no challenge. */
  verifier?: string | undefined;
  /** The account that is expected, for providers that offer it at their sign-in. */
  loginHint?: string | undefined;
}

/** The address where a person agrees (RFC 6749, 4.1.1; the challenge: RFC 7636, 4.3). */
export function authorizationUrl({ id, facts }: OAuthClient, request: AuthorizationRequest): string {
  const { redirectUri, scopes, state, verifier, loginHint } = request;
  const url = new URL(facts.authorizeUrl);
  const set = (name: string, value: string) => url.searchParams.set(name, value);
  set("response_type", "code");
  set("client_id", id);
  set("redirect_uri", redirectUri);
  set("state", state);
  if (scopes.length > 0) set(facts.scopes.parameter ?? "scope", scopes.join(facts.scopes.separator));
  if (verifier !== undefined) {
    set("code_challenge", createHash("sha256").update(verifier).digest("base64url"));
    set("code_challenge_method", "S256");
  }
  if (scopes.includes("openid")) set("nonce", nonceOf(state));
  if (loginHint !== undefined) set("login_hint", loginHint);
  for (const [name, value] of Object.entries(facts.authorizeParameters ?? {})) set(name, value);
  return url.href;
}

/** Ties an `id_token` to one visit (OpenID Connect Core 1.0, 3.1.2.1). */
export function nonceOf(state: string): string {
  return createHash("sha256").update(`nonce:${state}`).digest("base64url");
}
