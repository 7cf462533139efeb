import type { Policy } from "./policy.ts";

/** Scopes that a tenant's key may have. Every route names the scope it needs. */
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
] as const;

export type Scope = (typeof SCOPES)[number];

/**
 * A key made without `scopes` has all of these. Two are never given by default: a person's word on a call,
 * and a sign-in that any browser may end.
 */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter(
  (scope) => scope !== "approvals:grant" && scope !== "connections:raw",
);

/** Scopes of a key that an agent calls with; a session has no others. */
export const AGENT_SCOPES: readonly Scope[] = ["research", "agent", "tools:read", "tools:call"];

/** Narrows what a key or a session may use, beside its scopes. */
export interface Grants {
  /** Names of tools, in our own spelling; left out, all. */
  tools?: ReadonlySet<string> | undefined;
  /** Ids of credentials: any other is as if it did not exist. Left out, all of the tenant's. */
  credentials?: ReadonlySet<string> | undefined;
  /** Only tools that read. */
  readOnly: boolean;
  requestsPerMinute?: number | undefined;
}

/** The grants of a key that narrows nothing. */
export const ALL_GRANTED: Grants = { readOnly: false };

/** On whose behalf credentials are looked up; without grants, all of the tenant's are in sight. */
export interface CredentialOwner {
  tenantId: string;
  grants?: Pick<Grants, "credentials"> | undefined;
}

/** Tells whether the owner may use a credential. One that it may not use is as if it did not exist. */
export function mayUseCredential({ grants }: Pick<CredentialOwner, "grants">, id: string): boolean {
  return grants?.credentials?.has(id) ?? true;
}

/** The session whose token was sent in place of a key. */
export interface CallerSession {
  id: string;
  /** The caller's own name for the person who uses it. */
  endUser?: string | undefined;
  /** The only `Origin` its token is taken from. */
  origin?: string | undefined;
}

/** Who asks, on behalf of one tenant. Made from the caller's own credential and from nowhere else. */
export interface TenantCaller {
  type: "tenant";
  tenantId: string;
  /** Of the key; for a session, the key that made it; for a token of an issuer, `oidc:` and its `sub`. */
  keyId: string;
  /** Id of the first key of the rotations that led to this one; left out by a key that replaced none. */
  rotatedFrom?: string | undefined;
  /** Hexadecimal SHA-256 of the key; left out for a session and for a token of an issuer. */
  keyHash?: string | undefined;
  scopes: ReadonlySet<Scope>;
  grants: Grants;
  /** The tenant's, as it stands now. */
  policy: Policy;
  session?: CallerSession | undefined;
  /** `sub` of the token of an OIDC issuer. */
  subject?: string | undefined;
  /** True for a person at the console: the request came with a visit's cookie, never with a key or token. */
  atConsole?: true | undefined;
}

/** The parts of a caller that decide which tools it may call, and how. */
export type ToolCaller = Omit<TenantCaller, "type">;

/**
 * On whose behalf a tool runs: a caller's, or the service's own for a tenant (a poll, a delivery, a test of a
 * connection), which needs no grant.
 */
export type CallOwner = { tenantId: string } & Partial<ToolCaller>;

/** Names whoever holds a key, whatever rotations it went through. */
export function holderOf({ keyId, rotatedFrom }: Pick<TenantCaller, "keyId" | "rotatedFrom">): string {
  return rotatedFrom ?? keyId;
}

/** Administers tenants and their keys; can read nothing of a tenant's. */
export interface OperatorCaller {
  type: "operator";
  keyId: string;
}

export type Caller = TenantCaller | OperatorCaller;
