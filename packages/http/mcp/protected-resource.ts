import { SCOPES, type Scope } from "@plumbline/core/access/caller.ts";
import { findEndpoint } from "../endpoints/list.ts";

const MCP_PATH = findEndpoint("postMcp").path;
const METADATA_PATH = findEndpoint("getMcpMetadata").path;

const MCP_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.startsWith("tools:"));

/**
 * Returns the metadata that describes `/mcp` to a client without a key (RFC 9728). Lists the OIDC issuer as
 * the authorization server if one is configured. Otherwise, the operator issues keys.
 */
export function createResourceMetadata(baseUrl: string, issuer: string | undefined): Record<string, unknown> {
  return {
    resource: joinUrl(baseUrl, MCP_PATH),
    resource_name: "Plumbline",
    ...(issuer === undefined ? {} : { authorization_servers: [issuer] }),
    bearer_methods_supported: ["header"],
    scopes_supported: MCP_SCOPES,
  };
}

/** Reason why a key or token was refused (RFC 6750, section 3.1). */
export type BearerError =
  | { error: "invalid_token"; error_description: string }
  | { error: "insufficient_scope"; scope: Scope };

/**
 * Returns `WWW-Authenticate` for a refused call: the problem with the key or token if one was sent, the URL
 * of the metadata (RFC 9728, section 5.1) and, with an issuer, the scopes to request.
 */
export function createBearerChallenge(
  baseUrl: string,
  issuer: string | undefined,
  error?: BearerError,
): string {
  const parts = {
    ...(issuer === undefined ? {} : { scope: MCP_SCOPES.join(" ") }),
    ...error,
    resource_metadata: joinUrl(baseUrl, METADATA_PATH),
  };
  return `Bearer ${Object.entries(parts)
    .map(([name, value]) => `${name}=${quote(value)}`)
    .join(", ")}`;
}

function joinUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, "")}${path}`;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
