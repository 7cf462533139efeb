import { tenantPartition } from "./credential-item.ts";
import type { ItemKey, TableClient } from "./table-client.ts";

/**
 * The list of tenants: one pointer each, so that the records themselves are spread over their own partitions.
 */
export const TENANT_LIST = "TENANTS";
export const TENANT_PREFIX = "TENANT#";

/** Pointers of a tenant to its API keys, `KEY#<id>`, each with the key's `hash`. */
export const KEY_PREFIX = "KEY#";

const OPERATORS = "OPERATORS";

/** The item that makes a thing exist, in a partition that may hold more. */
const META = "META";

export function tenantKey(tenantId: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: META };
}

export function tenantPointerKey(tenantId: string): ItemKey {
  return { pk: TENANT_LIST, sk: TENANT_PREFIX + tenantId };
}

export function apiKeyKey(hash: string): ItemKey {
  return { pk: `APIKEY#${hash}`, sk: META };
}

/** Where the pointers to a tenant's keys are, or, with `null`, to the operators'. */
export function keyListPartition(tenantId: string | null): string {
  return tenantId === null ? OPERATORS : tenantPartition(tenantId);
}

export function apiKeyPointerKey(tenantId: string | null, keyId: string): ItemKey {
  return { pk: keyListPartition(tenantId), sk: KEY_PREFIX + keyId };
}

/**
 * Returns true when the tenant is marked as deleted. Call it after a write. A tenant is marked before it is
 * erased, so either the erasure comes after the write and finds it, or this call reads the mark and the
 * writer takes its write back.
 */
export async function isTenantDeleted(table: TableClient, tenantId: string): Promise<boolean> {
  const tenant = await table.get(tenantKey(tenantId));
  return tenant !== undefined && tenant.deleted_at !== null;
}
