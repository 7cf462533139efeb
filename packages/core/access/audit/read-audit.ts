import type { Page, PageRequest } from "../page.ts";
import type { AuditAction, AuditEntry } from "./audit-entry.ts";
import type { AuditStore } from "./audit-store.ts";

/** Entries read together, and for one page at most, where some of them are left out. */
const READ_TOGETHER = 100;
const MOST_READ = 2_000;

export const AUDIT_ORDERS = ["asc", "desc"] as const;

/** Which entries are wanted; positions are sequences, and `after` follows the order. */
export interface AuditQuery extends PageRequest {
  /** `asc`, when left out: the oldest first. */
  order?: (typeof AUDIT_ORDERS)[number] | undefined;
  /** Only what happened in this way. */
  action?: AuditAction | undefined;
}

/**
 * Reads a page of one audit log. With an `action` it may hold fewer entries than its limit and still have a
 * next one: for one page only so many entries are read.
 */
export async function readAudit(
  store: AuditStore,
  tenantId: string,
  { after, limit, order = "asc", action }: AuditQuery,
): Promise<Page<AuditEntry>> {
  const together = action === undefined ? limit : READ_TOGETHER;
  const readNext = (request: PageRequest) =>
    order === "asc" ? store.list(tenantId, request) : listBackwards(store, tenantId, request);
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
    if (page.next === null || read >= MOST_READ) return { items, next: page.next };
    at = page.next;
  }
}

/** One page, the newest first. Sequences have no gaps, so the entries before one are known by counting. */
async function listBackwards(
  store: AuditStore,
  tenantId: string,
  { after, limit }: PageRequest,
): Promise<Page<AuditEntry>> {
  const before = after === undefined ? ((await store.last(tenantId))?.sequence ?? 0) + 1 : Number(after);
  const first = Math.max(1, before - limit);
  if (before <= first) return { items: [], next: null };
  const range = { after: String(first - 1), limit: before - first };
  const { items } = await store.list(tenantId, range);
  return { items: items.toReversed(), next: first === 1 ? null : String(first) };
}
