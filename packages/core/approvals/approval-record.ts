import type { Random } from "../clock/clock.ts";
import type { RecordKind } from "../records/record-kind.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";

/** State of a call. `expired` is never stored: it means a waiting call whose time is up. */
export type ApprovalStatus = "waiting" | "carrying_out" | "approved" | "failed" | "denied" | "expired";

/** A call that waits or waited for approval. Its readable content is encrypted. Times are ISO 8601 in UTC. */
export interface ApprovalRecord {
  tenant_id: string;
  id: string;
  /** A new value for every write, never reused. The next write is conditional on it. */
  revision: string;
  /** Incremented by every write, starting at 1. Unsigned records of earlier releases lack it. */
  version?: number | undefined;
  status: Exclude<ApprovalStatus, "expired">;
  /** The key that made the call. Only the console or a trusted MCP client may decide with it. */
  key_id: string;
  /** The session of that key, if one made the call. */
  session_id: string | null;
  tool: string;
  created_at: string;
  /** Deadline for the decision. */
  expires_at: string;
  /** Time after which the record may be deleted. */
  kept_until: string;
  /** Encrypted reason, account and destinations, for lists. */
  summary_cipher: string;
  /** The key that decided. */
  decided_by: string | null;
  decided_at: string | null;
  /** Time after which the call has ended, or its process has died. */
  carrying_until: string | null;
  /** Name of the text with the encrypted result. */
  result_text: string | null;
  /** When the agent run that the previous release stored with this approval was resumed. */
  resumed_at?: string | null | undefined;
}

export const APPROVALS: RecordKind<ApprovalRecord> = {
  name: "approvals",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ kept_until }) => kept_until,
  signed: {
    as: "approval",
    version: {
      state: ([tenantId, id]) => ({ owner: String(tenantId), record: `approval/${id}` }),
      of: ({ version = 1 }) => version,
      alwaysRead: true,
    },
  },
};

interface ApprovalText {
  tenant_id: string;
  approval_id: string;
  name: string;
  text: string;
  kept_until: string;
}

/** Texts of up to megabytes, each written once. Not signed, because each is encrypted for its own field. */
export const APPROVAL_TEXTS: RecordKind<ApprovalText> = {
  name: "approval_texts",
  table: "main",
  key: ["tenant_id", "approval_id", "name"],
  expires: ({ kept_until }) => kept_until,
  large: "text",
  signed: false,
};

/**
 * Changes an approval, and returns the record with its version. Returns `undefined` if another change came
 * first.
 */
export function changeApproval(
  records: VersionedRecords,
  before: ApprovalRecord,
  changes: Partial<ApprovalRecord>,
  random: Random,
): Promise<ApprovalRecord | undefined> {
  const { revision, version } = before;
  const after = { ...before, ...changes, revision: random.uuid() };
  return records.supersede(APPROVALS, after, { revision, version });
}
