import { canonicalJson } from "../../records/canonical-json.ts";
import { hashText } from "../../records/hash-text.ts";

/** All recorded actions, grouped by what they affect. */
export const AUDIT_ACTIONS = [
  "tenant.created",
  "tenant.deleted",
  "tenant.exported",
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

/** Who performed an action, and in which request. Empty if the service acted by itself. */
export interface Actor {
  /** ID of the API key that was used. Omitted if the service acted by itself. */
  keyId?: string | undefined;
  requestId?: string | undefined;
}

/**
 * Details of an entry: identifiers from the code, IDs and numbers. Never a label, a token or other free text,
 * except `end_user` of a session, the name that its creator gave to a person, and `changes` of a policy.
 */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** One entry of a tenant's audit log. `hash` covers all other fields, including the previous hash. */
export interface AuditEntry {
  /** The tenant that the log belongs to; empty for the operators' log. */
  tenant_id: string;
  /** Position in the log, starting at 1 without gaps. */
  sequence: number;
  at: string;
  action: AuditAction;
  /** ID of the affected credential, key, tenant or other record. */
  subject: string;
  key_id: string | null;
  request_id: string | null;
  details: AuditDetails;
  /** `hash` of the previous entry; 64 zeros in the first. */
  previous: string;
  /** Hexadecimal SHA-256. */
  hash: string;
}

export const FIRST_PREVIOUS = "0".repeat(64);

/**
 * Hashes an entry, without its own hash, as JSON with sorted keys. Anyone who can read the log can verify it.
 */
export function hashEntry(entry: Omit<AuditEntry, "hash"> & { hash?: string }): string {
  const { hash: _hash, ...fields } = entry;
  return hashText(canonicalJson(fields));
}

/**
 * Checks that `entry` follows `before` and was not modified. Returns a short description of the problem, or
 * `undefined` if there is no problem.
 */
export function findEntryProblem(entry: AuditEntry, before: AuditEntry | undefined): string | undefined {
  const sequence = (before?.sequence ?? 0) + 1;
  if (entry.sequence !== sequence) return `entry ${sequence} is missing`;
  if (entry.hash !== hashEntry(entry)) return `entry ${sequence} was changed`;
  if (entry.previous !== (before?.hash ?? FIRST_PREVIOUS))
    return `entry ${sequence} does not follow the one before it`;
  return undefined;
}
