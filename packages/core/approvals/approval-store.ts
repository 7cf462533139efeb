import type { Random } from "../clock/clock.ts";
import type { Page, PageRequest } from "../records/page.ts";
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

/** Identifies the approval to which a text belongs, and how long to store the text. */
export type TextOwner = Pick<ApprovalRecord, "tenant_id" | "id" | "kept_until">;

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

/** Not signed, because each text is encrypted for its own field. */
export const APPROVAL_TEXTS: RecordKind<ApprovalText> = {
  name: "approval_texts",
  table: "main",
  key: ["tenant_id", "approval_id", "name"],
  expires: ({ kept_until }) => kept_until,
  large: "text",
  signed: false,
};

/**
 * Stores approvals. Every write of a record is conditional on that record alone. Encrypted texts may be
 * megabytes long; each is written once under its name.
 */
export class ApprovalStore {
  readonly #records: VersionedRecords;

  constructor(records: VersionedRecords) {
    this.#records = records;
  }

  /** Stores an approval. Writes nothing for a deleted tenant. */
  async create(record: ApprovalRecord): Promise<"tenant_deleted" | undefined> {
    const answer = await this.#records.put(APPROVALS, record);
    return answer === "written" ? undefined : answer;
  }

  find(tenantId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#records.get(APPROVALS, [tenantId, id]);
  }

  /**
   * Replaces a record with the result of `nextOf`, and returns it with its version. Returns `undefined` if
   * another change came first.
   */
  replace(
    record: ApprovalRecord,
    { revision, version }: ApprovalRecord,
  ): Promise<ApprovalRecord | undefined> {
    return this.#records.supersede(APPROVALS, record, { revision, version });
  }

  /** Ends an approval whose record was modified or removed. Returns `false` if there is nothing to end. */
  discard(tenantId: string, id: string): Promise<boolean> {
    return this.#records.discard(APPROVALS, [tenantId, id]);
  }

  /** Returns a page of records, oldest first. Positions are IDs. `wanted` filters the records. */
  list(
    tenantId: string,
    page: PageRequest & { wanted(record: ApprovalRecord): boolean },
  ): Promise<Page<ApprovalRecord>> {
    return this.#records.page(APPROVALS, tenantId, page);
  }

  /** Stores a text. Writes nothing for a deleted tenant. */
  async putText(owner: TextOwner, name: string, text: string): Promise<"tenant_deleted" | undefined> {
    const { tenant_id, id: approval_id, kept_until } = owner;
    const record = { tenant_id, approval_id, name, text, kept_until };
    const answer = await this.#records.put(APPROVAL_TEXTS, record);
    return answer === "written" ? undefined : answer;
  }

  /** Returns a text, or `undefined` if it is missing or incomplete. */
  async getText(tenantId: string, id: string, name: string): Promise<string | undefined> {
    return (await this.#records.get(APPROVAL_TEXTS, [tenantId, id, name]))?.text;
  }
}

/** Returns the record for the next write. */
export function nextOf(
  before: ApprovalRecord,
  changes: Partial<ApprovalRecord>,
  random: Random,
): ApprovalRecord {
  return { ...before, ...changes, revision: random.uuid() };
}
