import { tenantPartition } from "./credential-item.ts";
import type { ItemKey, TableClient } from "./table-client.ts";

/** Begins the sort keys of a tenant's pointers to its API keys, each with the key's `hash`. */
export const KEY_PREFIX = "KEY#";

/** The item that makes a thing exist, in a partition that may hold more. */
const META = "META";

export function tenantKey(tenantId: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: META };
}

/** The pointer that lists a tenant. */
export function tenantPointerKey(tenantId: string): ItemKey {
  return { pk: "TENANTS", sk: `TENANT#${tenantId}` };
}

export function apiKeyKey(hash: string): ItemKey {
  return { pk: `APIKEY#${hash}`, sk: META };
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
