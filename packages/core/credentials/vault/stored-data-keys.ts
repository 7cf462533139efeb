import { lastRecord } from "../../records/last-record.ts";
import type { RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";
import type { DataKeyRecord, DataKeyStore } from "./data-key-store.ts";

/** Unsigned: the key service unwraps a key for its own tenant and stage alone, and signatures need one. */
export const DATA_KEYS: RecordKind<DataKeyRecord> = {
  name: "data_keys",
  table: "keys",
  key: ["tenant_id", "version"],
  digits: 9,
  signed: false,
};

export class StoredDataKeys implements DataKeyStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  latest(tenantId: string): Promise<DataKeyRecord | undefined> {
    return lastRecord(this.#records, DATA_KEYS, tenantId);
  }

  get(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    return this.#records.get(DATA_KEYS, [tenantId, version]);
  }

  async putIfAbsent(record: DataKeyRecord): Promise<boolean> {
    return (await this.#records.insert(DATA_KEYS, record)) === "written";
  }
}
