import type { RecordState, RecordStateStore } from "@plumbline/core/records/record-state.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

/** Record states, in a table of their own beside the data keys. */
export class SqliteRecordStateStore implements RecordStateStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  async get(tenantId: string, record: string): Promise<RecordState | undefined> {
    return this.#store.record<RecordState>(TABLES.recordStates, tenantId, record);
  }

  /** Returns `true` for a deleted tenant without a write: its states are erased with it. */
  put(state: RecordState, before: RecordState | undefined): Promise<boolean> {
    const { tenant_id, record, revoked_at } = state;
    const key = { tenant_id, record };
    return this.#store.transact((transaction) => {
      const stored = transaction.get(TABLES.recordStates, key) as RecordState | undefined;
      if (stored?.mac !== before?.mac) return false;
      if (isDeletedFor(transaction, tenant_id)) return true;
      const found = { revoked: revoked_at === null ? 0 : 1 };
      transaction.put(TABLES.recordStates, { key, found, record: state });
      return true;
    });
  }

  delete(tenant_id: string, record: string): Promise<void> {
    return this.#store.transact((transaction) =>
      transaction.delete(TABLES.recordStates, { tenant_id, record }),
    );
  }

  async eachRevoked(take: (state: RecordState) => Promise<void>): Promise<void> {
    const query = { sql: "WHERE revoked = 1 ORDER BY tenant_id, record", values: [] };
    for (const state of this.#store.records<RecordState>(TABLES.recordStates, query)) await take(state);
  }
}
