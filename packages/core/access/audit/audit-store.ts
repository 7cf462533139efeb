import type { Page, PageRequest } from "../../records/page.ts";
import type { AuditEntry } from "./audit-entry.ts";

/** Where audit logs are kept: appended to, read, and erased with their tenant; never changed. */
export interface AuditStore {
  /** The newest entry, or `undefined` before the first. */
  last(tenantId: string): Promise<AuditEntry | undefined>;
  /**
   * `false` when the log has an entry of this sequence already: somebody else was first. The log of a deleted
   * tenant takes nothing, which is `true`.
   */
  append(entry: AuditEntry): Promise<boolean>;
  /** Oldest first; positions are sequences. */
  list(tenantId: string, page: PageRequest): Promise<Page<AuditEntry>>;
}
