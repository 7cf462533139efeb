import { AccessStore } from "../access/access-store.ts";
import { AuditLog, type AuditTrail } from "../access/audit/audit.ts";
import type { Clock, Random } from "../clock/clock.ts";
import type { Logger } from "../log/logger.ts";
import { ClosingRows } from "../records/closing-rows.ts";
import { EXPIRING_STATES, RecordStates } from "../records/record-states.ts";
import type { RecordStore } from "../records/record-store.ts";
import { type ReportRefused, SignedRecords } from "../records/signed-records.ts";
import { VersionedRecords } from "../records/versioned-records.ts";
import { CredentialSeals } from "./credential-seals.ts";
import { DataKeys } from "./vault/data-keys.ts";
import type { KeyService } from "./vault/key-service.ts";
import { Vault } from "./vault/vault.ts";

interface OpenRecordsOptions {
  /** The platform's own record store. */
  records: RecordStore;
  keys: KeyService;
  stage: string;
  clock: Clock;
  random: Random;
  logger: Logger;
}

export type OpenedRecords = ReturnType<typeof openRecords>;

/**
 * Wraps a platform's record store to verify all signatures, and versions against the key table. All records
 * must be read and written through the returned `records`.
 */
export function openRecords({ records: platform, keys, stage, clock, random, logger }: OpenRecordsOptions) {
  const dataKeys = new DataKeys({ records: platform, keys, clock, stage });
  const vault = new Vault(dataKeys, random);
  const audit = new AuditLog(platform, clock, logger);
  const states = new RecordStates({ records: platform, macs: vault, clock });
  const expiringStates = new RecordStates({ records: platform, macs: vault, clock, kind: EXPIRING_STATES });
  const closingRows = new ClosingRows(states, clock);
  const checks = { closingRows, reportRefused: createRefusalReporter(logger, audit) };
  const signed = new SignedRecords({ ...checks, records: platform, macs: vault });
  const records = new VersionedRecords({ ...checks, records: signed, states, expiringStates, clock });
  return {
    platform,
    dataKeys,
    vault,
    audit,
    states,
    closingRows,
    signed,
    records,
    access: new AccessStore(records),
    seals: new CredentialSeals(vault, states),
  };
}

/** Maximum number of audit entries about invalid records to remember. The oldest is forgotten first. */
const MAX_REMEMBERED = 1_000;

/**
 * Reports records with an invalid signature. Logs each occurrence. The audit log of the tenant, or of the
 * operators, gets one entry per process and record, because an attacker could request a modified record many
 * times.
 */
function createRefusalReporter(logger: Logger, audit: AuditTrail): ReportRefused {
  const reported = new Set<string>();
  return ({ name, key: fields }, key) => {
    const tenantId = fields.length > 1 ? String(key[0]) : undefined;
    logger.log("error", "record_refused", { table: name, tenant_id: tenantId });
    const subject = String(key.at(-1));
    const id = JSON.stringify([name, ...key]);
    if (reported.has(id)) return;
    const [oldest] = reported;
    if (reported.size >= MAX_REMEMBERED && oldest !== undefined) reported.delete(oldest);
    reported.add(id);
    void audit.record({ tenantId, action: "record.refused", subject, details: { table: name } });
  };
}
