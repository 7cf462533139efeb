import type { Secret } from "@plumbline/core/access/secret.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { type OAuthClient, providerOfKind } from "../oauth-client.ts";
import { buildClientRequest, type TokenRequestOptions } from "../token-request.ts";

/** Result of revoking tokens; `undefined` if the provider has no revocation endpoint. */
export type RevocationOutcome = { revoked: true } | { revoked: false; refusal_reason: string } | undefined;

export interface RevocableTokens {
  token: Secret;
  refreshToken?: Secret | undefined;
}

/**
 * Revokes a connection's tokens at the provider. An unknown token counts as revoked (RFC 7009, 2.2). Failures
 * of the provider are returned, not thrown.
 */
export async function revokeTokens(
  client: OAuthClient,
  tokens: RevocableTokens,
  { http, timeoutMs, signal }: TokenRequestOptions,
): Promise<RevocationOutcome> {
  const { revocation } = client.facts;
  if (!revocation) return undefined;
  const token = revocation.token === "refresh" ? (tokens.refreshToken ?? tokens.token) : tokens.token;
  const provider = providerOfKind(client.kind);
  try {
    const response = await http.send({
      ...(await buildRevocation(client, token)),
      effect: "write",
      timeoutMs,
      signal,
    });
    if (response.ok || isUnknownToken(response.json())) return { revoked: true };
    const refusal_reason = `${provider} did not revoke the token (status ${response.status}).`;
    return { revoked: false, refusal_reason };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return { revoked: false, refusal_reason: error.message };
  }
}

async function buildRevocation(client: OAuthClient, token: Secret) {
  const { url = "", tokenIn, clientAuth } = client.facts.revocation ?? {};
  const text = token.reveal();
  if (tokenIn === "path")
    return {
      method: "DELETE",
      url: new URL(`${url.replace(/\/+$/, "")}/${encodeURIComponent(text)}`),
    } as const;
  const fields: Record<string, string> = tokenIn === "body" ? { token: text } : {};
  const { headers, body } = clientAuth ? await buildClientRequest(client, fields) : buildPlainRequest(fields);
  const authorization = tokenIn === "header" ? { authorization: `Bearer ${text}` } : {};
  return { method: "POST", url: new URL(url), headers: { ...headers, ...authorization }, body } as const;
}

function buildPlainRequest(fields: Record<string, string>) {
  const headers: Record<string, string> = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  };
  return { headers, body: new URLSearchParams(fields).toString() };
}

/** Providers' error codes for a token that has expired or was already revoked. */
const UNKNOWN = /^(invalid_token|token_revoked|token_expired|invalid_grant)$/;

function isUnknownToken(body: unknown): boolean {
  if (body === null || typeof body !== "object") return false;
  const { error, code } = body as Readonly<Record<string, unknown>>;
  return [error, code].some((word) => typeof word === "string" && UNKNOWN.test(word));
}
