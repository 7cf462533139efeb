import { lastRecord } from "../../records/last-record.ts";
import type { RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";

/** One version of a tenant's data key, wrapped. Versions count from 1. */
export interface DataKeyRecord {
  tenant_id: string;
  version: number;
  wrapped: string;
  created_at: string;
}

/** Unsigned: the key service unwraps a key for its own tenant and stage alone, and signatures need one. */
export const DATA_KEYS: RecordKind<DataKeyRecord> = {
  name: "data_keys",
  table: "keys",
  key: ["tenant_id", "version"],
  digits: 9,
  signed: false,
};

/** Keeps wrapped data keys. */
export class DataKeyStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** The highest version, or `undefined` before the first. */
  latest(tenantId: string): Promise<DataKeyRecord | undefined> {
    return lastRecord(this.#records, DATA_KEYS, tenantId);
  }

  get(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    return this.#records.get(DATA_KEYS, [tenantId, version]);
  }

  /**
   * `false` when that version is already there, as somebody else was first and theirs counts, or when the
   * tenant is deleted and has none any more.
   */
  async putIfAbsent(record: DataKeyRecord): Promise<boolean> {
    return (await this.#records.insert(DATA_KEYS, record)) === "written";
  }
}
