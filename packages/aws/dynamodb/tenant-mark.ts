import { TENANTS } from "@plumbline/core/access/access-records.ts";
import { keyOf, type RecordKind } from "@plumbline/core/records/record-kind.ts";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import type { RecordWrite } from "@plumbline/core/records/record-store.ts";
import { createItemKey } from "./record-layout.ts";
import type { Condition, ItemKey, TableClient } from "./table-client.ts";
import type { TransactItem } from "./transact-write.ts";

/** Matches a tenant that is not marked as deleted, or does not exist. */
const IF_TENANT_NOT_DELETED: Condition = {
  expression: "attribute_not_exists(#pk) OR #deleted_at = :unmarked",
  values: { unmarked: null },
};

/** Returns checks that the owners of new records, unless they are written themselves, are not deleted. */
export function checkTenants(
  table: TableClient,
  writes: readonly RecordWrite[],
  items: readonly TransactItem[],
): TransactItem[] {
  const owners = writes.map((write) => {
    const record = "insert" in write ? write.insert : "put" in write && write.put;
    return record && getOwningTenant(write.kind, record);
  });
  const tenants = [...new Set(owners)].filter((owner) => typeof owner === "string");
  const isWritten = (key: ItemKey) => items.some(({ item }) => item.pk === key.pk && item.sk === key.sk);
  return tenants
    .map(getTenantMarkKey)
    .filter((mark) => !isWritten(mark))
    .map((item) => ({ table, action: "ConditionCheck", item, condition: IF_TENANT_NOT_DELETED }));
}

/** Returns true if the tenant that owns the record is marked as deleted. */
export async function isTenantDeleted<R extends object>(
  table: TableClient,
  kind: RecordKind<R>,
  record: R,
): Promise<boolean> {
  const tenantId = getOwningTenant(kind, record);
  const tenant = tenantId === undefined ? undefined : await table.get(getTenantMarkKey(tenantId));
  return tenant !== undefined && tenant.deleted_at !== null;
}

/** Returns the key of a tenant's record, which remains as the mark of a deleted tenant. */
function getTenantMarkKey(tenantId: string): ItemKey {
  return createItemKey(TENANTS, [tenantId]);
}

/** Returns the tenant that owns the record, or `undefined` for records of the stage and of operators. */
function getOwningTenant<R extends object>(kind: RecordKind<R>, record: R): string | undefined {
  const owner = String(keyOf(kind, record)[0]);
  return kind.key.length === 1 || owner === STAGE || owner === "" ? undefined : owner;
}
