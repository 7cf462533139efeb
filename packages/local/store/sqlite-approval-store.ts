import type { ApprovalRecord, ApprovalStore, TextOwner } from "@plumbline/core/approvals/approval-store.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import { pageOf, type SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Approvals. They are kept for days, so a tenant has few of them at a time. */
export class SqliteApprovalStore implements ApprovalStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  create(record: ApprovalRecord): Promise<"tenant_deleted" | undefined> {
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, record.tenant_id)) return "tenant_deleted";
      putApproval(transaction, record);
      return undefined;
    });
  }

  async find(tenantId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#store.record<ApprovalRecord>(TABLES.approvals, tenantId, id);
  }

  replace(record: ApprovalRecord, revision: string): Promise<boolean> {
    const { tenant_id, id } = record;
    return this.#store.transact((transaction) => {
      const stored = transaction.get(TABLES.approvals, { tenant_id, id }) as ApprovalRecord | undefined;
      if (stored?.revision !== revision) return false;
      putApproval(transaction, record);
      return true;
    });
  }

  async list(
    tenantId: string,
    { after = "", limit, wanted }: PageRequest & { wanted(record: ApprovalRecord): boolean },
  ): Promise<Page<ApprovalRecord>> {
    const found = this.#store.records<ApprovalRecord>(TABLES.approvals, {
      sql: "WHERE tenant_id = ? AND id > ? ORDER BY id",
      values: [tenantId, after],
    });
    return pageOf(found.filter(wanted), limit, ({ id }) => id);
  }

  putText(
    { tenant_id, id, kept_until }: TextOwner,
    name: string,
    text: string,
  ): Promise<"tenant_deleted" | undefined> {
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, tenant_id)) return "tenant_deleted";
      const key = { tenant_id, approval_id: id, name };
      const found = { expires_at: Date.parse(kept_until) };
      transaction.put(TABLES.approvalTexts, { key, found, record: { text } });
      return undefined;
    });
  }

  async getText(tenantId: string, id: string, name: string): Promise<string | undefined> {
    return this.#store.record<{ text: string }>(TABLES.approvalTexts, tenantId, id, name)?.text;
  }
}

function putApproval(transaction: Transaction, record: ApprovalRecord): void {
  const { tenant_id, id } = record;
  const found = { expires_at: Date.parse(record.kept_until) };
  transaction.put(TABLES.approvals, { key: { tenant_id, id }, found, record });
}
