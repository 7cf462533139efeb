import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import type { OwnKeys } from "./kms-key-service.ts";

/**
 * Returns the alias that a tenant's own KMS key must have in the stage's account and region. The functions'
 * policies depend on its format.
 */
export function formatOwnKeyAlias(stage: string, tenantId: string): string {
  return `alias/plumbline/${stage}/tenant/${tenantId}`;
}

/** Looks up which tenants of a stage were created with their own key. */
export function createOwnKeys(stage: string, access: Pick<AccessStore, "getTenant">): OwnKeys {
  return {
    has: async (tenantId) => (await access.getTenant(tenantId))?.own_key === true,
    keyOf: (tenantId) => formatOwnKeyAlias(stage, tenantId),
  };
}
