import type { ApiKeyRecord, TenantRecord } from "./access-store.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { RecordState } from "./record-state.ts";
import { isCurrent } from "./record-states.ts";

/** Names a tenant's record in the key table. */
export function tenantName(tenantId: string): string {
  return `tenant/${tenantId}`;
}

/** Names a key's record in the key table. */
export function keyName(hash: string): string {
  return `api_key/${hash}`;
}

/** Returns which version of a record this is; one that was never changed has the first. */
export function recordVersionOf({ version = 1 }: TenantRecord | ApiKeyRecord): number {
  return version;
}

/** Tells whether the key table has a later version of a record that was neither deleted nor revoked. */
export function isOutdated(
  record: TenantRecord | ApiKeyRecord | undefined,
  state: RecordState | undefined,
): boolean {
  if (!record || !state || state.revoked_at !== null) return false;
  const endedAt = "hash" in record ? record.revoked_at : record.deleted_at;
  return endedAt === null && !isCurrent(state, recordVersionOf(record));
}

/** Writes down all of a record that says what it may do. Its use and its end are written without a key. */
export function signedTextOf(record: TenantRecord | ApiKeyRecord): string {
  if ("hash" in record) {
    const { mac: _mac, last_used_at: _used, revoked_at: _revoked, ...signed } = record;
    return canonicalJson(["api key", signed]);
  }
  const { mac: _mac, deleted_at: _deleted, ...signed } = record;
  return canonicalJson(["tenant", signed]);
}
