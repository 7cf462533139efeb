import { ALL_TENANTS, API_KEYS, OPERATORS, TENANTS } from "../access/access-records.ts";
import { ENDED_VISITS, PAST_ENDED_VISITS } from "../access/visits.ts";
import { listItems } from "../records/page.ts";
import type { RecordKind } from "../records/record-kind.ts";
import { STAGE } from "../records/record-state.ts";
import type { OpenedRecords } from "./open-records.ts";

type Opened = Pick<OpenedRecords, "platform" | "signed" | "records" | "closingRows" | "access">;

/** A tenant's record kinds, defined by packages that depend on this one. */
export interface OwnedKinds {
  signed: readonly RecordKind<never>[];
}

/**
 * Signs all records that an earlier release left unsigned: those of operators, of tenants and of everything
 * that tenants own. Copies records that belong in the key table, and from then on rejects unsigned ones. Run
 * it while no process of the earlier release uses the stage. Safe to repeat: later runs read only one row.
 * Returns the number of signed records.
 */
export async function signRecords(opened: Opened, owned: OwnedKinds): Promise<number> {
  if (await opened.closingRows.has("all_signed")) return 0;
  let signed = await signList(opened, API_KEYS, OPERATORS);
  await storeKeyIds(opened, null);
  await copyList(opened, { from: PAST_ENDED_VISITS, to: ENDED_VISITS }, STAGE);
  for await (const { tenant_id } of readList(opened, TENANTS, ALL_TENANTS)) {
    signed += await signList(opened, API_KEYS, tenant_id);
    await storeKeyIds(opened, tenant_id);
    for (const kind of owned.signed) signed += await signList(opened, kind as RecordKind<object>, tenant_id);
  }
  signed += await signList(opened, TENANTS, ALL_TENANTS);
  await opened.closingRows.write();
  return signed;
}

/**
 * Signs the records in a list. Skips a record that the key table lists as revoked or with a later version,
 * because it was restored from a backup.
 */
async function signList<R extends object>(
  opened: Opened,
  kind: RecordKind<R>,
  list: string,
): Promise<number> {
  let signed = 0;
  for await (const record of readList(opened, kind, list)) {
    if ("mac" in record || !(await opened.records.readCurrent(kind, record))) continue;
    if (!(await opened.signed.signStored(kind, record))) continue;
    await opened.records.settle(kind, record);
    signed += 1;
  }
  return signed;
}

async function storeKeyIds({ access }: Opened, tenantId: string | null): Promise<void> {
  for await (const key of listItems((page) => access.listKeys(tenantId, page))) await access.storeKeyId(key);
}

/**
 * Copies records to their new table. Existing records there are kept. The old ones remain, but no release
 * reads them after this.
 */
async function copyList<R extends object>(
  opened: Opened,
  { from, to }: { from: RecordKind<R>; to: RecordKind<R> },
  list: string,
): Promise<void> {
  for await (const record of readList(opened, from, list)) await opened.platform.insert(to, record);
}

function readList<R extends object>(
  { platform }: Opened,
  kind: RecordKind<R>,
  list: string,
): AsyncIterable<R> {
  return listItems((page) => platform.page(kind, list, page));
}
