import type { AuditEntry } from "@plumbline/core/access/audit/audit-entry.ts";
import type { AuditStore } from "@plumbline/core/access/audit/audit-store.ts";
import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import { isDeletedFor } from "./sqlite-access-store.ts";
import { pageOf, type SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";

/** Audit logs of the tenants, and the operators' own. */
export class SqliteAuditStore implements AuditStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  async last(tenantId: string): Promise<AuditEntry | undefined> {
    const [newest] = this.#store.records<AuditEntry>(TABLES.auditEntries, {
      sql: "WHERE tenant_id = ? ORDER BY sequence DESC LIMIT 1",
      values: [tenantId],
    });
    return newest;
  }

  append(entry: AuditEntry): Promise<boolean> {
    const { tenant_id, sequence } = entry;
    const key = { tenant_id, sequence };
    return this.#store.transact((transaction) => {
      if (isDeletedFor(transaction, tenant_id)) return true;
      if (transaction.get(TABLES.auditEntries, key)) return false;
      transaction.put(TABLES.auditEntries, { key, found: {}, record: entry });
      return true;
    });
  }

  async list(tenantId: string, { after = "0", limit }: PageRequest): Promise<Page<AuditEntry>> {
    const found = this.#store.records<AuditEntry>(TABLES.auditEntries, {
      sql: "WHERE tenant_id = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      values: [tenantId, Number(after), limit + 1],
    });
    return pageOf(found, limit, ({ sequence }) => String(sequence));
  }
}
