import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { type Item, type ItemKey, stripKey } from "./table-client.ts";

export const CREDENTIAL_PREFIX = "CRED#";

const PARTITION_PREFIX = "TENANT#";

/** The partition of all that a tenant owns. */
export function tenantPartition(tenantId: string): string {
  return PARTITION_PREFIX + tenantId;
}

/** Whose partition it is. */
export function tenantOf(partition: string): string {
  return partition.slice(PARTITION_PREFIX.length);
}

export function credentialKey(tenantId: string, id: string): ItemKey {
  return { pk: tenantPartition(tenantId), sk: CREDENTIAL_PREFIX + id };
}

export function credentialItem(record: CredentialRecord): Item {
  return { ...credentialKey(record.tenant_id, record.id), ...record };
}

/**
 * Returns the item that takes the place of a record which must never be written any more (see LabelClaims).
 */
export function neverFinishedItem(key: ItemKey): Item {
  return { ...key, never_finished: true };
}

export function isNeverFinished(item: Item): boolean {
  return item.never_finished === true;
}

/** `undefined` where there is no record. */
export function credentialFromItem(item: Item | undefined): CredentialRecord | undefined {
  return item && !isNeverFinished(item) ? stripKey<CredentialRecord>(item) : undefined;
}
