import { DATA_KEYS, type DataKeyRecord } from "@plumbline/core/credentials/vault/data-keys.ts";
import { lastRecord } from "@plumbline/core/records/last-record.ts";
import type { RecordStore } from "@plumbline/core/records/record-store.ts";

/** The wrapped data keys of a store, for tests that read or write one beside the product. */
export function dataKeyRecords(records: RecordStore) {
  return {
    latest: (tenantId: string) => lastRecord(records, DATA_KEYS, tenantId),
    get: (tenantId: string, version: number) => records.get(DATA_KEYS, [tenantId, version]),
    putIfAbsent: async (record: DataKeyRecord) => (await records.insert(DATA_KEYS, record)) === "written",
  };
}
