import { createHash } from "node:crypto";
import { canonicalJson } from "../../records/canonical-json.ts";

/** Everything that is recorded, by the thing it happens to. */
export const AUDIT_ACTIONS = [
  "tenant.created",
  "tenant.deleted",
  "api_key.created",
  "api_key.revoked",
  "api_key.rotated",
  "api_key.scopes_added",
  "credential.created",
  "credential.changed",
  "credential.revoked",
  "credential.refreshed",
  "credential.refresh_failed",
  "connection.started",
  "connection.completed",
  "connection.failed",
  "connection.withdrawn",
  "data_key.rotated",
  "data_key.rewrapped",
  "policy.changed",
  "approval.asked",
  "approval.approved",
  "approval.denied",
  "approval.carried_out",
  "allowance.added",
  "allowance.removed",
  "session.created",
  "record.refused",
  "conversation.erased",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did it, and for which request; neither is known where the service acts by itself. */
export interface Actor {
  /** Id of the API key that asked; left out where the service acted by itself. */
  keyId?: string | undefined;
  requestId?: string | undefined;
}

/**
 * Facts of an entry: words of the code, ids and numbers. Never a label, a token or another free text,
 * save the `end_user` of a session: its maker's own name for a person.
 */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** One line of a tenant's audit log. `hash` covers everything else, the hash before it included. */
export interface AuditEntry {
  /** Whose log it is; empty for the operators' own. */
  tenant_id: string;
  /** Counts from 1 without a gap. */
  sequence: number;
  at: string;
  action: AuditAction;
  /** Id of the credential, key, tenant or other record that it happened to. */
  subject: string;
  key_id: string | null;
  request_id: string | null;
  details: AuditDetails;
  /** `hash` of the entry before; 64 zeros in the first. */
  previous: string;
  /** Hexadecimal SHA-256. */
  hash: string;
}

export const FIRST_PREVIOUS = "0".repeat(64);

/**
 * Hashes all of an entry but its hash: SHA-256 of its fields as JSON with sorted keys. Anybody who reads the
 * log can compute it.
 */
export function hashEntry(entry: Omit<AuditEntry, "hash"> & { hash?: string }): string {
  const { hash: _hash, ...fields } = entry;
  return createHash("sha256").update(canonicalJson(fields)).digest("hex");
}

/**
 * Checks that `entry` follows the one before it and was not changed. Returns what is wrong in a few words, or
 * `undefined`.
 */
export function entryProblem(entry: AuditEntry, before: AuditEntry | undefined): string | undefined {
  const sequence = (before?.sequence ?? 0) + 1;
  if (entry.sequence !== sequence) return `entry ${sequence} is missing`;
  if (entry.hash !== hashEntry(entry)) return `entry ${sequence} was changed`;
  if (entry.previous !== (before?.hash ?? FIRST_PREVIOUS))
    return `entry ${sequence} does not follow the one before it`;
  return undefined;
}
