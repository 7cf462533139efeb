import { type Clock, timestamp } from "../../clock/clock.ts";
import { describeUnexpected, type Logger } from "../../log/logger.ts";
import type { Page, PageRequest } from "../../records/page.ts";
import { readLast } from "../../records/read-range.ts";
import { positionOf, type RecordKind } from "../../records/record-kind.ts";
import type { RecordStore } from "../../records/record-store.ts";
import {
  type Actor,
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
  FIRST_PREVIOUS,
  hashEntry,
} from "./audit-entry.ts";

/** Unsigned: the entries form a hash chain and are stored in the key table. */
export const AUDIT_ENTRIES: RecordKind<AuditEntry> = {
  name: "audit_entries",
  table: "keys",
  key: ["tenant_id", "sequence"],
  digits: 12,
  signed: false,
};

/** A change to a tenant's records, as reported by the code that makes it. */
export interface AuditEvent {
  /** If omitted, the event goes to the operators' log. */
  tenantId?: string | undefined;
  action: AuditAction;
  /** ID of the affected record. */
  subject: string;
  by?: Actor | undefined;
  details?: AuditDetails | undefined;
}

/**
 * Records events in the audit log. Call it after the change is stored. Never throws: if an entry cannot be
 * stored, `audit_failed` is logged and the change remains.
 *
 *     await audit.record({ tenantId, action: "credential.refreshed", subject: id, details: { kind } });
 */
export interface AuditTrail {
  record(event: AuditEvent): Promise<void>;
}

/** Discards all events. */
export const noAudit: AuditTrail = { record: async () => undefined };

/** Maximum number of attempts to append an entry while other writers append theirs. */
const MAX_ATTEMPTS = 50;
/** Owner of the operators' log. */
const OPERATORS = "";

/** The audit logs of all tenants: append-only hash chains. */
export class AuditLog implements AuditTrail {
  readonly #records: RecordStore;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(records: RecordStore, clock: Clock, logger: Logger) {
    this.#records = records;
    this.#clock = clock;
    this.#logger = logger;
  }

  async record(event: AuditEvent): Promise<void> {
    try {
      await this.#append(event);
    } catch (error) {
      this.#logger.log("error", "audit_failed", {
        tenant_id: event.tenantId,
        key_id: event.by?.keyId,
        request_id: event.by?.requestId,
        ...describeUnexpected(error),
      });
    }
  }

  /** Lists a tenant's log, or the operators' log for `null`. */
  list(tenantId: string | null, query: AuditQuery): Promise<Page<AuditEntry>> {
    return readAudit(this.#records, tenantId ?? OPERATORS, query);
  }

  /**
   * Appends an entry. Each attempt reads the end of the log again, because the store accepts only one entry
   * per sequence number. Writes nothing for a deleted tenant.
   */
  async #append({ tenantId = OPERATORS, action, subject, by, details = {} }: AuditEvent): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const last = await readLast(this.#records, AUDIT_ENTRIES, tenantId);
      const fields = {
        tenant_id: tenantId,
        sequence: (last?.sequence ?? 0) + 1,
        at: timestamp(this.#clock.now()),
        action,
        subject,
        key_id: by?.keyId ?? null,
        request_id: by?.requestId ?? null,
        details,
        previous: last?.hash ?? FIRST_PREVIOUS,
      };
      const entry = { ...fields, hash: hashEntry(fields) };
      if ((await this.#records.insert(AUDIT_ENTRIES, entry)) !== "taken") return;
    }
    throw new Error("Other entries kept being written first.");
  }
}

/** Number of entries per read when filtering by action, and maximum number to read for a page. */
const ENTRIES_PER_READ = 100;
const MAX_READ = 2_000;

export const AUDIT_ORDERS = ["asc", "desc"] as const;

/** Selects audit entries. Positions are sequence numbers, and `after` follows `order`. */
export interface AuditQuery extends PageRequest {
  /** Defaults to `asc`, oldest first. */
  order?: (typeof AUDIT_ORDERS)[number] | undefined;
  /** Selects only entries with this action. */
  action?: AuditAction | undefined;
}

/**
 * Reads a page of an audit log. With an `action`, a page may have fewer entries than its limit even if it is
 * not the last, because each page reads a limited number of entries.
 */
async function readAudit(
  records: RecordStore,
  tenantId: string,
  { after, limit, order = "asc", action }: AuditQuery,
): Promise<Page<AuditEntry>> {
  const together = action === undefined ? limit : ENTRIES_PER_READ;
  const readNext = (request: PageRequest) =>
    order === "asc" ? listForwards(records, tenantId, request) : listBackwards(records, tenantId, request);
  const items: AuditEntry[] = [];
  let at = after;
  for (let read = together; ; read += together) {
    const page = await readNext({ after: at, limit: together });
    for (const [index, entry] of page.items.entries()) {
      if (action !== undefined && entry.action !== action) continue;
      items.push(entry);
      if (items.length < limit) continue;
      const isLast = index === page.items.length - 1 && page.next === null;
      return { items, next: isLast ? null : String(entry.sequence) };
    }
    if (page.next === null || read >= MAX_READ) return { items, next: page.next };
    at = page.next;
  }
}

function listForwards(
  records: RecordStore,
  tenantId: string,
  { after, limit }: PageRequest,
): Promise<Page<AuditEntry>> {
  const position = after && positionOf(AUDIT_ENTRIES, [tenantId, Number(after)]);
  return records.page(AUDIT_ENTRIES, tenantId, { after: position, limit });
}

/**
 * Reads a page backwards, newest first. Sequence numbers have no gaps, so the page's range can be computed.
 */
async function listBackwards(
  records: RecordStore,
  tenantId: string,
  { after, limit }: PageRequest,
): Promise<Page<AuditEntry>> {
  const before =
    after === undefined
      ? ((await readLast(records, AUDIT_ENTRIES, tenantId))?.sequence ?? 0) + 1
      : Number(after);
  const first = Math.max(1, before - limit);
  if (before <= first) return { items: [], next: null };
  const range = { after: String(first - 1), limit: before - first };
  const { items } = await listForwards(records, tenantId, range);
  return { items: items.toReversed(), next: first === 1 ? null : String(first) };
}
