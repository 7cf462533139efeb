import { lastRecord } from "../../records/last-record.ts";
import type { Page, PageRequest } from "../../records/page.ts";
import { positionOf, type RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";
import type { AuditEntry } from "./audit-entry.ts";

/** Unsigned: the entries of a log are a chain of hashes, and the key table keeps them. */
export const AUDIT_ENTRIES: RecordKind<AuditEntry> = {
  name: "audit_entries",
  table: "keys",
  key: ["tenant_id", "sequence"],
  digits: 12,
  signed: false,
};

/** Keeps audit logs: appended to, read, and erased with their tenant; never changed. */
export class AuditStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** The newest entry, or `undefined` before the first. */
  last(tenantId: string): Promise<AuditEntry | undefined> {
    return lastRecord(this.#records, AUDIT_ENTRIES, tenantId);
  }

  /**
   * `false` when the log has an entry of this sequence already: somebody else was first. The log of a deleted
   * tenant takes nothing, which is `true`.
   */
  async append(entry: AuditEntry): Promise<boolean> {
    return (await this.#records.insert(AUDIT_ENTRIES, entry)) !== "taken";
  }

  /** Oldest first; positions are sequences. */
  list(tenantId: string, { after, limit }: PageRequest): Promise<Page<AuditEntry>> {
    const position = after && positionOf(AUDIT_ENTRIES, [tenantId, Number(after)]);
    return this.#records.page(AUDIT_ENTRIES, tenantId, { after: position, limit });
  }
}
