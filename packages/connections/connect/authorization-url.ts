import { createHash } from "node:crypto";
import type { OAuthClient } from "../oauth-client.ts";

export interface AuthorizationRequest {
  redirectUri: string;
  scopes: readonly string[];
  state: string;
  /** Omitted if the provider does not support PKCE. */
  verifier?: string | undefined;
  /** The expected account, for providers that preselect it at sign-in. */
  loginHint?: string | undefined;
}

/** Returns the URL at which a person grants access (RFC 6749, 4.1.1; code challenge: RFC 7636, 4.3). */
export function buildAuthorizationUrl({ id, facts }: OAuthClient, request: AuthorizationRequest): string {
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
  if (scopes.includes("openid")) set("nonce", deriveNonce(state));
  if (loginHint !== undefined) set("login_hint", loginHint);
  for (const [name, value] of Object.entries(facts.authorizeParameters ?? {})) set(name, value);
  return url.href;
}

/** Returns the nonce that binds an `id_token` to one authorization (OpenID Connect Core 1.0, 3.1.2.1). */
export function deriveNonce(state: string): string {
  return createHash("sha256").update(`nonce:${state}`).digest("base64url");
}
