import { PLUMBLINE } from "../errors/command-name.ts";
import type { Policy } from "./policy.ts";

/** Scopes that a tenant's key may have. Every route requires one. */
export const SCOPES = [
  "research",
  "agent",
  "tools:read",
  "tools:call",
  "credentials:read",
  "credentials:write",
  "connections:write",
  "connections:raw",
  "watches:read",
  "watches:write",
  "deliveries:write",
  "policy:write",
  "sessions:create",
  "calls:read",
  "audit:read",
  "approvals:grant",
  "conversations:manage",
  "tenant:export",
] as const;

export type Scope = (typeof SCOPES)[number];

/**
 * Scopes of a key created without `scopes`. Two must be requested explicitly: approving calls, and starting a
 * sign-in that any browser may complete.
 */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== "approvals:grant" && scope !== "connections:raw",
);

/** Scopes of a key used by an agent, and the only ones that a session can have. */
export const AGENT_SCOPES: readonly Scope[] = ["research", "agent", "tools:read", "tools:call"];

/** Restrictions of a key or a session in addition to its scopes. */
export interface Grants {
  /** Names of the permitted tools, in Plumbline's spelling. Omitted if all are permitted. */
  tools?: ReadonlySet<string> | undefined;
  /** IDs of the permitted credentials; others count as not found. Omitted if all are permitted. */
  credentials?: ReadonlySet<string> | undefined;
  /** True if only read-only tools are permitted. */
  readOnly: boolean;
  requestsPerMinute?: number | undefined;
}

/** Grants without any restriction. */
export const ALL_GRANTED: Grants = { readOnly: false };

/** The owner whose credentials are looked up. Without grants, all of the tenant's credentials are visible. */
export interface CredentialOwner {
  tenantId: string;
  grants?: Pick<Grants, "credentials"> | undefined;
}

/** Returns true if the owner may use a credential. Otherwise it must be treated as not found. */
export function mayUseCredential({ grants }: Pick<CredentialOwner, "grants">, id: string): boolean {
  return grants?.credentials?.has(id) ?? true;
}

/** A reader of calls: a caller, or the service itself without `grants`. */
export interface CallReader extends Pick<CredentialOwner, "grants"> {
  keyId: string;
}

/**
 * Returns true if a reader may see a call. One restricted to certain credentials sees the calls that used
 * them, and its own calls that used none. Any other call must be treated as not found.
 */
export function maySeeCall(
  reader: CallReader,
  { credential, key_id }: { credential?: { id: string } | null | undefined; key_id?: string | undefined },
): boolean {
  if (reader.grants?.credentials === undefined) return true;
  return credential ? mayUseCredential(reader, credential.id) : key_id === reader.keyId;
}

/** Limits a caller to those of its credentials that are listed. Without a list, nothing changes. */
export function limitCredentials<Limited extends Pick<ToolCaller, "grants">>(
  caller: Limited,
  ids: readonly string[] | undefined,
): Limited {
  if (ids === undefined) return caller;
  const credentials = new Set(ids.filter((id) => mayUseCredential(caller, id)));
  return { ...caller, grants: { ...caller.grants, credentials } };
}

/** The session whose token was sent instead of a key. */
interface CallerSession {
  id: string;
  /** The name that the session's creator gave to the person who uses it. */
  endUser?: string | undefined;
  /** The only `Origin` from which the session's token is accepted. */
  origin?: string | undefined;
}

/** An authenticated caller that acts for one tenant. Derived only from the caller's own credential. */
export interface TenantCaller {
  type: "tenant";
  tenantId: string;
  /**
   * ID of the key, or of the key that created the session. For a token of an OIDC issuer, `oidc:` followed by
   * its `sub`.
   */
  keyId: string;
  /** ID of the first key in the chain of rotations. Omitted if the key did not replace another. */
  rotatedFrom?: string | undefined;
  /** SHA-256 of the key in hexadecimal. Omitted for sessions and tokens of an issuer. */
  keyHash?: string | undefined;
  scopes: ReadonlySet<Scope>;
  grants: Grants;
  /** The tenant's current policy. */
  policy: Policy;
  session?: CallerSession | undefined;
  /** The `sub` claim of the OIDC token. */
  subject?: string | undefined;
  /** True for a person at the console: the request carried the console's cookie, not a key or token. */
  atConsole?: true | undefined;
}

/** The fields of a caller that decide which tools it may call and how. */
export type ToolCaller = Omit<TenantCaller, "type">;

/**
 * The party for which a tool runs: a caller, or the service itself on behalf of a tenant (for a poll, a
 * delivery or a connection test), which needs no grant.
 */
export type CallOwner = { tenantId: string } & Partial<ToolCaller>;

/** Returns an ID of the key's holder, which does not change when the key is rotated. */
export function getHolder({ keyId, rotatedFrom }: Pick<TenantCaller, "keyId" | "rotatedFrom">): string {
  return rotatedFrom ?? keyId;
}

/** A caller that manages tenants and their keys. It cannot read any data of a tenant. */
export interface OperatorCaller {
  type: "operator";
  keyId: string;
}

export type Caller = TenantCaller | OperatorCaller;

/**
 * Describes which scopes a key lacks and how to create a key with them. `held` contains the key's scopes.
 * Returns `undefined` if it lacks none.
 */
export function describeMissingScopes(
  held: ReadonlySet<Scope>,
  needed: readonly Scope[],
): string | undefined {
  const missing = needed.filter((scope) => !held.has(scope));
  if (missing.length === 0) return undefined;
  const named = `scope${missing.length > 1 ? "s" : ""} ${missing.join(" and ")}`;
  const has = held.size === 0 ? "It has no scopes." : `It has ${listScopes(held)}.`;
  const all = listScopes(new Set([...held, ...missing]));
  return (
    `This key lacks the ${named}. ${has} The operator can create a key with more: ` +
    `\`${PLUMBLINE} key create TENANT NAME --scopes ${all}\`.`
  );
}

/** Formats scopes for `--scopes`: comma-separated, in the order of the documentation. */
function listScopes(scopes: ReadonlySet<Scope>): string {
  return SCOPES.filter((scope) => scopes.has(scope)).join(",");
}

/** Returns a message that the scope does not exist, followed by a list of those that do. */
export function describeUnknownScope(name: string): string {
  return `There is no scope ${name}. The scopes are ${SCOPES.join(", ")}.`;
}
