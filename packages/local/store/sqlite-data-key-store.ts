import type { DataKeyRecord, DataKeyStore } from "@plumbline/core/credentials/vault/data-key-store.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

/** Wrapped data keys of tenants. */
export class SqliteDataKeyStore implements DataKeyStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  async latest(tenantId: string): Promise<DataKeyRecord | undefined> {
    const [newest] = this.#store.records<DataKeyRecord>(TABLES.dataKeys, {
      sql: "WHERE tenant_id = ? ORDER BY version DESC LIMIT 1",
      values: [tenantId],
    });
    return newest;
  }

  async get(tenantId: string, version: number): Promise<DataKeyRecord | undefined> {
    return this.#store.record<DataKeyRecord>(TABLES.dataKeys, tenantId, version);
  }

  putIfAbsent(record: DataKeyRecord): Promise<boolean> {
    const { tenant_id, version } = record;
    const key = { tenant_id, version };
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, tenant_id) || transaction.get(TABLES.dataKeys, key)) return false;
      transaction.put(TABLES.dataKeys, { key, found: {}, record });
      return true;
    });
  }
}
