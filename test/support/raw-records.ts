import { AUDIT_ENTRIES } from "@plumbline/core/access/audit/audit.ts";
import type { AuditEntry } from "@plumbline/core/access/audit/audit-entry.ts";
import { DATA_KEYS, type DataKeyRecord } from "@plumbline/core/credentials/vault/data-keys.ts";
import type { RecordState } from "@plumbline/core/records/record-state.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";
import { readLast } from "../../packages/core/records/read-range.ts";
import { RECORD_STATES } from "../../packages/core/records/record-states.ts";

/** Returns access to a store's wrapped data keys, for tests that read or write them without the product. */
export function dataKeyRecords(records: RecordStore) {
  return {
    latest: (tenantId: string) => readLast(records, DATA_KEYS, tenantId),
    get: (tenantId: string, version: number) => records.get(DATA_KEYS, [tenantId, version]),
    putIfAbsent: async (record: DataKeyRecord) => (await records.insert(DATA_KEYS, record)) === "written",
  };
}

/** Appends to a store's audit logs. */
export function auditRecords(records: RecordStore) {
  return {
    append: async (entry: AuditEntry) => (await records.insert(AUDIT_ENTRIES, entry)) !== "taken",
  };
}

/** Returns the same access to the states of records in a store. */
export function stateRecords(records: RecordStore) {
  return {
    get: (tenantId: string, record: string) => records.get(RECORD_STATES, [tenantId, record]),
    put: async (state: RecordState, before: RecordState | undefined) =>
      before
        ? records.replace(RECORD_STATES, state, { mac: before.mac })
        : (await records.insert(RECORD_STATES, state)) !== "taken",
    async delete(tenantId: string, record: string) {
      await records.delete(RECORD_STATES, [tenantId, record]);
    },
  };
}
