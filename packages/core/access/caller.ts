import type { Scope } from "./scopes.ts";

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
