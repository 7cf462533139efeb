import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";

/** Puts metadata into a stored credential without a check, as an earlier version may have stored it. */
export async function storeMetadataUnchecked(
  store: CredentialStore,
  tenantId: string,
  id: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  const record = await store.get(tenantId, id);
  if (!record) throw new Error(`There is no credential ${id}.`);
  const conflict = await store.update({ ...record, metadata, version: record.version + 1 });
  if (conflict) throw new Error(conflict);
}
