import type { ApiKeyRecord, TenantRecord } from "@plumbline/core/access/access-records.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { hashLabel } from "@plumbline/core/credentials/label-claims.ts";
import type { RecordKind } from "@plumbline/core/records/record-kind.ts";
import type { RecordState } from "@plumbline/core/records/record-state.ts";
import type { WatchRecord } from "@plumbline/watches/service/watch.ts";
import type { SqlValue } from "./rows.ts";
import { TABLES, type Table } from "./tables.ts";

type FoundValues = Readonly<Record<string, SqlValue>>;

/** Functions that derive the `found` columns from a record, for tables with more than the expiry there. */
const FOUND: ReadonlyMap<Table, (record: never) => FoundValues> = new Map<
  Table,
  (record: never) => FoundValues
>([
  [TABLES.tenants, ({ deleted_at }: TenantRecord) => ({ deleted: deleted_at === null ? 0 : 1 })],
  [TABLES.apiKeys, ({ tenant_id, key_id }: ApiKeyRecord) => ({ owner: tenant_id ?? "", key_id })],
  [TABLES.credentials, listCredentialValues],
  [TABLES.watches, listWatchValues],
  [TABLES.recordStates, ({ revoked_at }: RecordState) => ({ revoked: revoked_at === null ? 0 : 1 })],
]);

/** Returns the `found` columns of a record. */
export function listFoundValues<R extends object>(
  table: Table,
  { expires }: Pick<RecordKind<R>, "expires">,
  record: R,
): FoundValues {
  const found = FOUND.get(table)?.(record as never) ?? {};
  const expiresAt = expires?.(record);
  return "expires_at" in table.found
    ? { ...found, expires_at: expiresAt === undefined ? null : Date.parse(expiresAt) }
    : found;
}

function listCredentialValues({ kind, label, revoked_at }: CredentialRecord): FoundValues {
  return { kind, label: revoked_at === null ? hashLabel(label) : null };
}

function listWatchValues({ paused_at, slot, slot_position }: WatchRecord): FoundValues {
  return paused_at === null ? { slot, position: slot_position } : { slot: null, position: null };
}

/** Returns the condition for a list of a table, and the column that orders it. */
export function findList(
  table: Table,
  list: string,
): { where: string; values: readonly SqlValue[]; position: string } {
  if (table === TABLES.tenants) return { where: "deleted = 0", values: [], position: "tenant_id" };
  if (table === TABLES.apiKeys) return { where: "owner = ?", values: [list], position: "key_id" };
  const [owner = "", position = ""] = Object.keys(table.key);
  return { where: `${owner} = ?`, values: [list], position };
}
