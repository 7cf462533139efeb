import { SCOPES, type Scope } from "@plumbline/core/access/caller.ts";
import { endpointOf } from "../endpoints/list.ts";

const MCP_PATH = endpointOf("postMcp").path;
const METADATA_PATH = endpointOf("getMcpMetadata").path;

const MCP_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.startsWith("tools:"));

/**
 * Tells a client about `/mcp` before it has a key (RFC 9728). It names the OIDC issuer as the authorization
 * server, so that a client can get a token there; without one, keys are given out by the operator.
 */
export function resourceMetadata(baseUrl: string, issuer: string | undefined): Record<string, unknown> {
  return {
    resource: under(baseUrl, MCP_PATH),
    resource_name: "Plumbline",
    ...(issuer === undefined ? {} : { authorization_servers: [issuer] }),
    bearer_methods_supported: ["header"],
    scopes_supported: MCP_SCOPES,
  };
}

/** Why a key or token that was sent is refused (RFC 6750, section 3.1). */
export type BearerError =
  | { error: "invalid_token"; error_description: string }
  | { error: "insufficient_scope"; scope: Scope };

/**
 * `WWW-Authenticate` of a refused call: what is wrong with the key or token, where one was sent, where the
 * metadata is (RFC 9728, section 5.1), and which scopes to ask an issuer for, where there is one.
 */
export function bearerChallenge(baseUrl: string, issuer: string | undefined, error?: BearerError): string {
  const parts = {
    ...(issuer === undefined ? {} : { scope: MCP_SCOPES.join(" ") }),
    ...error,
    resource_metadata: under(baseUrl, METADATA_PATH),
  };
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(", ")}`;
}

function under(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, "")}${path}`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
