import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import type { OwnKeys } from "./kms-key-service.ts";

/**
 * The alias that a tenant's own KMS key has to have, in the stage's account and region. The functions'
 * policies go by its form.
 */
export function ownKeyAlias(stage: string, tenantId: string): string {
  return `alias/plumbline/${stage}/tenant/${tenantId}`;
}

/** A stage's tenants that were made with a key of their own. */
export function ownKeys(stage: string, access: Pick<AccessStore, "getTenant">): OwnKeys {
  return {
    has: async (tenantId) => (await access.getTenant(tenantId))?.own_key === true,
    keyOf: (tenantId) => ownKeyAlias(stage, tenantId),
  };
}
