/** Scopes that a tenant's key may have. Every route names the scope it needs. */
export const SCOPES = [
  "research",
  "agent",
  "tools:read",
  "tools:call",
  "credentials:read",
  "credentials:write",
  "connections:write",
  "watches:read",
  "watches:write",
  "audit:read",
  "approvals:grant",
] as const;

export type Scope = (typeof SCOPES)[number];

/** A key made without `scopes` has all of these: a person's word on a call is never given by default. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== "approvals:grant");

/** Who asks, on behalf of one tenant. Made from the caller's own credential and from nowhere else. */
export interface TenantCaller {
  type: "tenant";
  tenantId: string;
  keyId: string;
  scopes: ReadonlySet<Scope>;
}

/** Administers tenants and their keys; can read nothing of a tenant's. */
export interface OperatorCaller {
  type: "operator";
  keyId: string;
}

export type Caller = TenantCaller | OperatorCaller;
