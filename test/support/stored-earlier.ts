import type { ServiceUnderTest } from "./service-under-test.ts";

/** Writes metadata into a stored credential without validation, as an earlier version did. */
export async function storeMetadataUnchecked(
  { stores }: Pick<ServiceUnderTest, "stores">,
  tenantId: string,
  id: string,
  metadata: Record<string, unknown>,
): Promise<void> {
  const record = await stores.credentials.get(tenantId, id);
  if (!record) throw new Error(`There is no credential ${id}.`);
  const { seals } = stores.opened;
  const { token } = await seals.openAll(record);
  const changed = { ...record, metadata, version: await seals.assignVersion(record) };
  const conflict = await stores.credentials.update(await seals.seal(changed, { token }), record.version);
  if (conflict) throw new Error(conflict);
}
