import type { CallBlock } from "@plumbline/core/calls/call-record.ts";
import type { BlockRange, CallStore } from "@plumbline/core/calls/call-store.ts";
import type { HourSum } from "@plumbline/core/calls/usage-sums.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

/** The log of calls, and the sums of its hours. */
export class SqliteCallStore implements CallStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  append(block: CallBlock): Promise<"tenant_deleted" | undefined> {
    const { tenant_id, id, expires_at } = block;
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, tenant_id)) return "tenant_deleted";
      const found = { expires_at: Date.parse(expires_at) };
      transaction.put(TABLES.callBlocks, { key: { tenant_id, id }, found, record: block });
      return undefined;
    });
  }

  async find(tenantId: string, blockId: string): Promise<CallBlock | undefined> {
    return this.#store.record<CallBlock>(TABLES.callBlocks, tenantId, blockId);
  }

  async blocks(tenantId: string, { first, last, limit }: BlockRange): Promise<CallBlock[]> {
    return this.#store.records<CallBlock>(TABLES.callBlocks, {
      sql: "WHERE tenant_id = ? AND id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?",
      values: [tenantId, first, last, limit],
    });
  }

  async sums(tenantId: string, { first, last }: { first: string; last: string }): Promise<HourSum[]> {
    return this.#store.records<HourSum>(TABLES.callSums, {
      sql: "WHERE tenant_id = ? AND hour BETWEEN ? AND ? ORDER BY hour",
      values: [tenantId, first, last],
    });
  }

  async keepSums(sums: readonly HourSum[]): Promise<void> {
    await this.#store.transact((transaction) => {
      for (const sum of sums) {
        const { tenant_id, hour, expires_at } = sum;
        if (isDeletedFor(transaction, tenant_id)) return;
        const found = { expires_at: Date.parse(expires_at) };
        transaction.put(TABLES.callSums, { key: { tenant_id, hour }, found, record: sum });
      }
    });
  }
}
