import { tenantKey } from "./access-item.ts";
import type { TableClient } from "./table-client.ts";

/**
 * Returns true when the tenant is marked as deleted. Call it after a write. A tenant is marked before it is
 * erased, so either the erasure comes after the write and finds it, or this call reads the mark and the
 * writer takes its write back.
 */
export async function isTenantDeleted(table: TableClient, tenantId: string): Promise<boolean> {
  const tenant = await table.get(tenantKey(tenantId));
  return tenant !== undefined && tenant.deleted_at !== null;
}
