import { ALL_GRANTED, SCOPES, type TenantCaller } from "@plumbline/core/access/caller.ts";
import { NO_POLICY } from "@plumbline/core/access/policy.ts";

/** Returns a caller with all permissions of a tenant, unless `more` overrides them. */
export function tenantCaller(tenantId: string, more: Partial<TenantCaller> = {}): TenantCaller {
  return {
    type: "tenant",
    tenantId,
    keyId: "test",
    scopes: new Set(SCOPES),
    grants: ALL_GRANTED,
    policy: NO_POLICY,
    ...more,
  };
}
