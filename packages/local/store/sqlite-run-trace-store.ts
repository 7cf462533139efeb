import type { KeepAnswer, RunTraceRecord, RunTraceStore } from "@plumbline/core/policy/run-trace-store.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

/** Traces of runs. Every write is held against the revision it replaces. */
export class SqliteRunTraceStore implements RunTraceStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  async find(tenantId: string, id: string): Promise<RunTraceRecord | undefined> {
    return this.#store.record<RunTraceRecord>(TABLES.runTraces, tenantId, id);
  }

  keep(record: RunTraceRecord, replaces: string | undefined): Promise<KeepAnswer> {
    const { tenant_id, id } = record;
    const key = { tenant_id, id };
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, tenant_id)) return "tenant_deleted";
      const standing = transaction.get(TABLES.runTraces, key) as RunTraceRecord | undefined;
      if (standing?.revision !== replaces) return "taken";
      const found = { expires_at: Date.parse(record.expires_at) };
      transaction.put(TABLES.runTraces, { key, found, record });
      return "kept";
    });
  }
}
