/** What a tenant's key may do. Every route names the one it needs. */
export const SCOPES = [
  "research",
  "agent",
  "tools:read",
  "tools:call",
  "credentials:read",
  "credentials:write",
  "watches:read",
  "watches:write",
  "approvals:grant",
] as const;

export type Scope = (typeof SCOPES)[number];

/** A key made without `scopes` has all of these: a person's word on a call is never given by default. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== "approvals:grant");
