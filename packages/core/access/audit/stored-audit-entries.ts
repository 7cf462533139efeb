import { lastRecord } from "../../records/last-record.ts";
import type { Page, PageRequest } from "../../records/page.ts";
import { positionOf, type RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";
import type { AuditEntry } from "./audit-entry.ts";
import type { AuditStore } from "./audit-store.ts";

/** Unsigned: the entries of a log are a chain of hashes, and the key table keeps them. */
export const AUDIT_ENTRIES: RecordKind<AuditEntry> = {
  name: "audit_entries",
  table: "keys",
  key: ["tenant_id", "sequence"],
  digits: 12,
  signed: false,
};

export class StoredAuditEntries implements AuditStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  last(tenantId: string): Promise<AuditEntry | undefined> {
    return lastRecord(this.#records, AUDIT_ENTRIES, tenantId);
  }

  async append(entry: AuditEntry): Promise<boolean> {
    return (await this.#records.insert(AUDIT_ENTRIES, entry)) !== "taken";
  }

  list(tenantId: string, { after, limit }: PageRequest): Promise<Page<AuditEntry>> {
    const position = after && positionOf(AUDIT_ENTRIES, [tenantId, Number(after)]);
    return this.#records.page(AUDIT_ENTRIES, tenantId, { after: position, limit });
  }
}
