import type { RecordKind } from "../records/record-kind.ts";

/**
 * One entry of a conversation's ledger. The first part of `id` is the conversation, so that one query reads
 * all of them. Times are ISO 8601 in UTC.
 */
interface Entry {
  tenant_id: string;
  id: string;
  /** The conversation that it belongs to: another one may begin by the same id. */
  life: string;
  expires_at: string;
}

/** Says whose a conversation is, and which run of the agent is under way in it. */
export interface HeadEntry extends Entry {
  type: "head";
  /** Stands for the end user or the key that the conversation belongs to. */
  owner: string;
  created_at: string;
  /** New with every write: what the next write is held against. */
  revision: string;
  run: { run_id: string; lease_until: string } | null;
  /** Until then its owner's pointer leads to it. */
  listed_until: string;
  /** Runs that were told to their end. */
  turns?: number;
  /** Digests of what the assistant has said in it. */
  said: readonly string[];
  /** Notes of its runs, sealed: they name people and channels. */
  state_cipher: string | null;
}

/** Says that text from outside has come into the conversation. */
export interface MarkEntry extends Entry {
  type: "mark";
  at: string;
  /** The tool that read it, or how else it came. */
  by: string;
}

/** Holds the notes of one tool call, sealed. */
export interface NoteEntry extends Entry {
  type: "note";
  state_cipher: string;
}

/** The state of a write: `under_way` also where its process died before it could tell more. */
export type WriteStanding = "under_way" | "made" | "unknown" | "waiting";

/** A write that a run of the agent has made for a message of the user. */
export interface WriteEntry extends Entry {
  type: "write";
  tool: string;
  run_id: string;
  standing: WriteStanding;
  at: string;
  approval_id: string | null;
  /** The result as the run was given it, sealed; `null` before it is known, or where it was too large. */
  result_cipher: string | null;
}

/** Holds what research found for the last question that was researched, sealed. There is one at most. */
export interface EvidenceEntry extends Entry {
  type: "evidence";
  evidence_cipher: string;
}

/** A call of the conversation that waits for a person, or waited. The approval's own record says which. */
export interface ApprovalEntry extends Entry {
  type: "approval";
  approval_id: string;
}

/**
 * Lets calls go to a place without waiting for a person: those of the conversation or, by its id, all of the
 * owner's.
 */
export interface AllowanceEntry extends Entry {
  type: "allowance";
  /** Stands for the end user or the key whose calls may go there. */
  owner: string;
  at: string;
  place_cipher: string;
}

/** Says that the assistant has said something outside a run; the last part of `id` is its digest. */
export interface SaidEntry extends Entry {
  type: "said";
}

/** Leads to a conversation: from its owner, or from something that was said in it. */
export interface PointerEntry extends Entry {
  type: "pointer";
  conversation: string;
}

/**
 * Holds a part of what a run has told, as lines of JSON, one a chunk, or of what it needs to go on, as JSON;
 * sealed. A line may go over several.
 */
export interface SegmentEntry extends Entry {
  type: "segment";
  text_cipher: string;
  /** The run has ended with it, or waits. */
  is_last: boolean;
}

/** Asks a run to stop, whatever process makes it. */
export interface StopEntry extends Entry {
  type: "stop";
}

/** A run that stopped because calls of it wait for a person, and goes on once. */
export interface WaitEntry extends Entry {
  type: "wait";
  run_id: string;
  approval_ids: readonly string[];
  at: string;
  /** New with every change: of two equal ones at once, each counts its own. */
  revision: string;
  standing: "waiting" | "resumed";
}

/** Says which run a request has begun, so that the same request begins no other. */
export interface ClaimEntry extends Entry {
  type: "claim";
  run_id: string;
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
 * Unsigned: the key table keeps the ledger, as whoever could delete or put back its entries would let a
 * conversation forget what it has read and what it has sent.
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
 * Runs of callers with a loop of their own, as the last release kept them for a day after their last call.
 * That there is one says enough: it was kept when outside text came.
 */
export const PAST_RUN_TRACES: RecordKind<{ tenant_id: string; id: string; expires_at: string }> = {
  name: "run_traces",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "run trace", hidesRefused: true, isPast: true },
};
