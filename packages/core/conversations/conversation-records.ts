import type { RecordKind } from "../records/record-kind.ts";

/**
 * An entry in a conversation's ledger. `id` starts with the conversation's prefix, so that one query reads
 * all entries. Times are ISO 8601 in UTC.
 */
interface Entry {
  tenant_id: string;
  id: string;
  /** Identifies the conversation's lifetime, because a later conversation may reuse the same ID. */
  life: string;
  expires_at: string;
}

/** The head of a conversation: its owner and the run in progress. */
export interface HeadEntry extends Entry {
  type: "head";
  /** Identifies the end user or key that owns the conversation. */
  owner: string;
  created_at: string;
  /** A new value for every write. The next write is conditional on it. */
  revision: string;
  run: { run_id: string; lease_until: string } | null;
  /** The owner's pointer to the conversation is valid until this time. */
  listed_until: string;
  /** Number of turns so far. All runs of one message are one turn. */
  turns?: number;
  /** The message of the last run that ended. `ended_at` is null if the run may still be continued. */
  last_turn?: Omit<MessageTurn, "key"> & { ended_at: string | null };
  /** Digests of the assistant's messages in the conversation. */
  said: readonly string[];
  /** Encrypted notes of the runs, which contain names of people and channels. */
  state_cipher: string | null;
}

/** A message of the user that a run answers. */
export interface MessageTurn {
  /** Identifies the message within its conversation, even if it is run again. */
  key: string;
  /** Number of the turn, from 0. */
  index: number;
  /** Digest of the user's messages, with the tenant's key. */
  digest: string;
}

/** Records that the conversation has read untrusted text. */
export interface MarkEntry extends Entry {
  type: "mark";
  at: string;
  /** The tool that read the text, or another source. */
  by: string;
}

/** The encrypted notes of one tool call. */
export interface NoteEntry extends Entry {
  type: "note";
  state_cipher: string;
}

/** State of a write. `under_way` also covers a write whose process died. */
export type WriteState = "under_way" | "made" | "unknown" | "waiting";

/** A write that an agent run made in response to a user's message. */
export interface WriteEntry extends Entry {
  type: "write";
  tool: string;
  run_id: string;
  standing: WriteState;
  at: string;
  approval_id: string | null;
  /** The encrypted result that the run received. `null` before it is known, or if it was too large. */
  result_cipher: string | null;
}

/**
 * Encrypted research outcomes for the last researched question. A conversation has at most one such entry.
 */
export interface EvidenceEntry extends Entry {
  type: "evidence";
  evidence_cipher: string;
}

/** A call that waits or waited for approval. Its state is in the approval's own record. */
export interface ApprovalEntry extends Entry {
  type: "approval";
  approval_id: string;
}

/**
 * Allows writes to a destination without approval: for the conversation or, depending on the ID, for all
 * calls of the owner.
 */
export interface AllowanceEntry extends Entry {
  type: "allowance";
  /** Identifies the end user or key that may write there. */
  owner: string;
  at: string;
  place_cipher: string;
}

/** Records a message of the assistant from outside a run. `id` ends with its digest. */
export interface SaidEntry extends Entry {
  type: "said";
}

/** Maps an owner, or one of the assistant's messages, to a conversation. */
export interface PointerEntry extends Entry {
  type: "pointer";
  conversation: string;
}

/**
 * Encrypted part of a run's output (JSON lines), or of the state from which it resumes (JSON). A line may
 * span several segments.
 */
export interface SegmentEntry extends Entry {
  type: "segment";
  text_cipher: string;
  /** True if the run ended, or started to wait, after this segment. */
  is_last: boolean;
}

/** Asks a run to stop, whichever process executes it. */
export interface StopEntry extends Entry {
  type: "stop";
}

/** A run whose calls wait for approval. It can be resumed once, unless it is stopped first. */
export interface WaitEntry extends Entry {
  type: "wait";
  run_id: string;
  approval_ids: readonly string[];
  at: string;
  /** A new value for every change, which distinguishes identical concurrent changes. */
  revision: string;
  standing: "waiting" | "resumed" | "stopped";
}

/** Records which run a request started, so that repeating the request does not start another. */
export interface ClaimEntry extends Entry {
  type: "claim";
  /** `null` once its run was erased. A repeated request is then refused. */
  run_id: string | null;
  /** Digest of the request. */
  request: string;
  at: string;
}

export type LedgerEntry =
  | HeadEntry
  | MarkEntry
  | NoteEntry
  | WriteEntry
  | ApprovalEntry
  | AllowanceEntry
  | EvidenceEntry
  | SaidEntry
  | PointerEntry
  | SegmentEntry
  | StopEntry
  | WaitEntry
  | ClaimEntry;

/**
 * Unsigned, because the ledger is in the key table. Anyone who could delete or restore its entries could make
 * a conversation forget what it has read and sent.
 */
const LEDGER = {
  name: "conversation_entries",
  table: "keys",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }: Entry) => expires_at,
  signed: false,
} as const;

export const LEDGER_ENTRIES: RecordKind<LedgerEntry> = LEDGER;
export const HEAD_ENTRIES: RecordKind<HeadEntry> = LEDGER;
export const WRITE_ENTRIES: RecordKind<WriteEntry> = LEDGER;
export const POINTER_ENTRIES: RecordKind<PointerEntry> = LEDGER;
export const RUN_ENTRIES: RecordKind<SegmentEntry | StopEntry> = LEDGER;
export const WAIT_ENTRIES: RecordKind<WaitEntry> = LEDGER;
export const CLAIM_ENTRIES: RecordKind<ClaimEntry> = LEDGER;

/**
 * Runs of callers with their own agent loop, as stored by the previous release for a day after their last
 * call. A record exists only if the run has read untrusted text.
 */
export const PAST_RUN_TRACES: RecordKind<{ tenant_id: string; id: string; expires_at: string }> = {
  name: "run_traces",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "run trace", hidesRefused: true, isPast: true },
};
