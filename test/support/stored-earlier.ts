import type { ServiceUnderTest } from "./service-under-test.ts";

/**
 * Puts metadata into a stored credential without a check, and seals its token in the first form, as an
 * earlier version stored it and `sign-records` signed it.
 */
export async function storeMetadataUnchecked(
  { stores }: Pick<ServiceUnderTest, "stores">,
  tenantId: string,
  id: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  const record = await stores.credentials.get(tenantId, id);
  if (!record) throw new Error(`There is no credential ${id}.`);
  const { seals, vault } = stores.opened;
  const place = { tenantId, recordId: id, kind: record.kind, field: "token" };
  const token_cipher = await vault.seal(place, await seals.open(record));
  const earlier = { ...record, metadata, token_cipher, refresh_token_cipher: undefined };
  const conflict = await stores.credentials.update({ ...earlier, version: record.version + 1 });
  if (conflict) throw new Error(conflict);
}
