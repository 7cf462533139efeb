import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import type { OwnKeys } from "./kms-key-service.ts";

/**
 * Returns the alias that a tenant's own KMS key must have in the stage's account and region. The functions'
 * policies depend on its format.
 */
export function ownKeyAlias(stage: string, tenantId: string): string {
  return `alias/plumbline/${stage}/tenant/${tenantId}`;
}

/** Returns the tenants of a stage that were created with their own key. */
export function ownKeys(stage: string, access: Pick<AccessStore, "getTenant">): OwnKeys {
  return {
    has: async (tenantId) => (await access.getTenant(tenantId))?.own_key === true,
    keyOf: (tenantId) => ownKeyAlias(stage, tenantId),
  };
}
