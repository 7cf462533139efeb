import type { Logger } from "../../log/logger.ts";
import type { TellRefused } from "../../records/signed-records.ts";
import type { AuditTrail } from "./audit.ts";

/** Records whose refusal this process has put into the audit log already; the oldest is forgotten first. */
const MOST_REMEMBERED = 1_000;

/**
 * Reports records that do not verify: each time in the process log, and once a process in the audit log of
 * the tenant, or of the operators, as whoever edits a record may be asked for it again and again.
 */
export function refusedRecords(logger: Logger, audit: AuditTrail): TellRefused {
  const told = new Set<string>();
  return ({ name, key: fields }, key) => {
    const tenantId = fields.length > 1 ? String(key[0]) : undefined;
    logger.log("error", "record_refused", { table: name, tenant_id: tenantId });
    const subject = String(key.at(-1));
    const id = JSON.stringify([name, ...key]);
    if (told.has(id)) return;
    const [oldest] = told;
    if (told.size >= MOST_REMEMBERED && oldest !== undefined) told.delete(oldest);
    told.add(id);
    void audit.record({ tenantId, action: "record.refused", subject, details: { table: name } });
  };
}
