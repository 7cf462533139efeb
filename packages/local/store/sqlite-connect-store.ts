import type { ConnectStore, PendingConnect } from "@plumbline/connections/connect/connect-store.ts";
import { isWaiting, KEPT_AFTER_EXPIRY_MS } from "@plumbline/connections/connect/connect-store.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import { pageOf, type SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Pending connects. They live for an hour, so a tenant has few of them at a time. */
export class SqliteConnectStore implements ConnectStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  create(connect: PendingConnect): Promise<"tenant_deleted" | undefined> {
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, connect.tenant_id)) return "tenant_deleted";
      putConnect(transaction, connect);
      return undefined;
    });
  }

  async find(tenantId: string, id: string): Promise<PendingConnect | undefined> {
    return this.#store.record<PendingConnect>(TABLES.pendingConnects, tenantId, id);
  }

  use({ tenant_id, id }: PendingConnect, { at, by }: { at: string; by: string }): Promise<boolean> {
    return this.#store.transact((transaction) => {
      const stored = transaction.get(TABLES.pendingConnects, { tenant_id, id }) as PendingConnect | undefined;
      if (!stored || stored.used_by !== null) return stored?.used_by === by;
      putConnect(transaction, { ...stored, used_at: at, used_by: by });
      return true;
    });
  }

  async list(
    tenantId: string,
    { after = "", limit, now }: PageRequest & { now: number },
  ): Promise<Page<PendingConnect>> {
    const found = this.#store.records<PendingConnect>(TABLES.pendingConnects, {
      sql: "WHERE tenant_id = ? AND id > ? ORDER BY id",
      values: [tenantId, after],
    });
    const waiting = found.filter((connect) => isWaiting(connect, now));
    return pageOf(waiting, limit, ({ id }) => id);
  }
}

function putConnect(transaction: Transaction, record: PendingConnect): void {
  const { tenant_id, id } = record;
  const found = { expires_at: Date.parse(record.expires_at) + KEPT_AFTER_EXPIRY_MS };
  transaction.put(TABLES.pendingConnects, { key: { tenant_id, id }, found, record });
}
