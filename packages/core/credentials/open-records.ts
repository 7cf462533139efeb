import { AccessStore } from "../access/access-store.ts";
import { AuditLog, type AuditTrail } from "../access/audit/audit.ts";
import type { Clock, Random } from "../clock/clock.ts";
import type { Logger } from "../log/logger.ts";
import { ClosingRows } from "../records/closing-rows.ts";
import { EXPIRING_STATES, RecordStates } from "../records/record-states.ts";
import type { RecordStore } from "../records/record-store.ts";
import { SignedRecords, type TellRefused } from "../records/signed-records.ts";
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
 * Wraps a platform's record store with checks of every signature and of the versions listed in the key table.
 * All records must be read and written through the returned `records`.
 */
export function openRecords({ records: platform, keys, stage, clock, random, logger }: OpenRecordsOptions) {
  const dataKeys = new DataKeys({ records: platform, keys, clock, stage });
  const vault = new Vault(dataKeys, random);
  const audit = new AuditLog(platform, clock, logger);
  const stating = { records: platform, macs: vault, clock };
  const states = new RecordStates(stating);
  const expiringStates = new RecordStates({ ...stating, kind: EXPIRING_STATES });
  const closingRows = new ClosingRows(states, clock);
  const tellRefused = refusedRecords(logger, audit);
  const checking = { closingRows, tellRefused };
  const signed = new SignedRecords({ ...checking, records: platform, macs: vault });
  const records = new VersionedRecords({ ...checking, records: signed, states, expiringStates, clock });
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

/** Maximum number of remembered audit entries about invalid records. The oldest is forgotten first. */
const MOST_REMEMBERED = 1_000;

/**
 * Reports records with an invalid signature. Each occurrence goes to the process log. The audit log of the
 * tenant, or of the operators, gets one entry per process and record, because an attacker could request a
 * modified record many times.
 */
function refusedRecords(logger: Logger, audit: AuditTrail): TellRefused {
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
