import type { ServiceUnderTest } from "./service-under-test.ts";

/** Puts metadata into a stored credential without a check, as an earlier version stored it. */
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
  const changed = { ...record, metadata, version: await seals.nextVersion(record) };
  const conflict = await stores.credentials.update(await seals.seal(changed, { token }), record.version);
  if (conflict) throw new Error(conflict);
}
