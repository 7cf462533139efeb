import type { Random } from "../clock/clock.ts";
import type { Page, PageRequest } from "../records/page.ts";
import type { RecordKind } from "../records/record-kind.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";

/** Where a call stands. `expired` is never stored: it is a waiting one whose time is over. */
export type ApprovalStatus = "waiting" | "carrying_out" | "approved" | "failed" | "denied" | "expired";

/**
 * A call that waits for a person, or waited. What can be read of it is sealed. Times are ISO 8601 in UTC.
 */
export interface ApprovalRecord {
  tenant_id: string;
  id: string;
  /** New with every write and never used again: what the next conditional write is held against. */
  revision: string;
  /** Grows with every write, from 1; left out by an earlier release, which wrote them unsigned. */
  version?: number | undefined;
  status: Exclude<ApprovalStatus, "expired">;
  /** The key that made the call; it can never decide about it. */
  key_id: string;
  /** The session of that key, where one made the call. */
  session_id: string | null;
  tool: string;
  created_at: string;
  /** Until then a person may decide. */
  expires_at: string;
  /** From then on the record may be deleted. */
  kept_until: string;
  /** Sealed: the reason, the account and the destinations, for lists. */
  summary_cipher: string;
  /** The key that decided. */
  decided_by: string | null;
  decided_at: string | null;
  /** By then a call that is being carried out is over, or its process died. */
  carrying_until: string | null;
  /** The name of the text that holds the sealed result. */
  result_text: string | null;
  /** When the run of the agent was resumed that the last release kept with this approval. */
  resumed_at?: string | null | undefined;
}

/** Names the approval that a text belongs to, and how long it is kept. */
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

/** Unsigned: each text is sealed in its place. */
export const APPROVAL_TEXTS: RecordKind<ApprovalText> = {
  name: "approval_texts",
  table: "main",
  key: ["tenant_id", "approval_id", "name"],
  expires: ({ kept_until }) => kept_until,
  large: "text",
  signed: false,
};

/**
 * Keeps approvals. Every write of a record is conditional on that record alone. Sealed texts may be megabytes
 * long; each is written once under its name.
 */
export class ApprovalStore {
  readonly #records: VersionedRecords;

  constructor(records: VersionedRecords) {
    this.#records = records;
  }

  /** Leaves nothing in a deleted tenant. */
  async create(record: ApprovalRecord): Promise<"tenant_deleted" | undefined> {
    const answer = await this.#records.put(APPROVALS, record);
    return answer === "written" ? undefined : answer;
  }

  find(tenantId: string, id: string): Promise<ApprovalRecord | undefined> {
    return this.#records.get(APPROVALS, [tenantId, id]);
  }

  /**
   * Replaces `before` by what `nextOf` made of it, and returns that with its version. `undefined`: another
   * change came first.
   */
  replace(
    record: ApprovalRecord,
    { revision, version }: ApprovalRecord,
  ): Promise<ApprovalRecord | undefined> {
    return this.#records.supersede(APPROVALS, record, { revision, version });
  }

  /** Ends one whose record was edited or taken away. `false` where there is nothing to end. */
  discard(tenantId: string, id: string): Promise<boolean> {
    return this.#records.discard(APPROVALS, [tenantId, id]);
  }

  /** Oldest first; positions are ids. `wanted` leaves out all but those it returns true for. */
  list(
    tenantId: string,
    page: PageRequest & { wanted(record: ApprovalRecord): boolean },
  ): Promise<Page<ApprovalRecord>> {
    return this.#records.page(APPROVALS, tenantId, page);
  }

  /** Leaves nothing in a deleted tenant. */
  async putText(owner: TextOwner, name: string, text: string): Promise<"tenant_deleted" | undefined> {
    const { tenant_id, id: approval_id, kept_until } = owner;
    const record = { tenant_id, approval_id, name, text, kept_until };
    const answer = await this.#records.put(APPROVAL_TEXTS, record);
    return answer === "written" ? undefined : answer;
  }

  /** `undefined` where no such text stands, or not all of it. */
  async getText(tenantId: string, id: string, name: string): Promise<string | undefined> {
    return (await this.#records.get(APPROVAL_TEXTS, [tenantId, id, name]))?.text;
  }
}

/** The record as the next write has it. */
export function nextOf(
  before: ApprovalRecord,
  changes: Partial<ApprovalRecord>,
  random: Random,
): ApprovalRecord {
  return { ...before, ...changes, revision: random.uuid() };
}
