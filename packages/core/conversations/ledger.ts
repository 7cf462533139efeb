import {
  type CallConversation,
  mergeStates,
  NOTHING_READ,
  type RunNamings,
  RunTrace,
  type RunTraceState,
} from "../policy/run-trace.ts";
import type { ConversationOwner } from "./conversation-owner.ts";
import type {
  AllowanceEntry,
  ApprovalEntry,
  HeadEntry,
  SaidEntry,
  WriteEntry,
} from "./conversation-records.ts";
import { conversationPrefix, runPointerId } from "./entry-ids.ts";
import { openStoredResearch, type StoredResearch, sealStoredResearch } from "./evidence.ts";
import { LedgerEntries } from "./ledger-entries.ts";
import { LedgerNotes } from "./ledger-notes.ts";
import { RunLease } from "./run-lease.ts";
import { eraseRuns, RunLog } from "./run-log.ts";
import type { LedgerOptions } from "./stored-entries.ts";

interface LedgerSetup {
  /** Derived from the ID if omitted. */
  position?: string;
  /** Called before each read of untrusted text. */
  beforeOutsideRead?: (by: string) => Promise<void>;
}

/**
 * Tracks what a conversation has read, which names its calls have resolved, and what it has sent. Opening it
 * takes one query. Notes are stored immediately, as entries that never conflict with each other. Throws
 * ServiceError `unavailable`, and `not_found` for someone else's conversation.
 */
export class Ledger {
  /** The ID chosen by the caller. */
  readonly id: string;
  readonly entries: LedgerEntries;
  readonly notes: LedgerNotes;
  /** Held by the run in progress. */
  readonly lease: RunLease;
  readonly #options: LedgerOptions;
  readonly #beforeOutsideRead: LedgerSetup["beforeOutsideRead"];
  #merged: RunTraceState = NOTHING_READ;
  /** This conversation and those merged into it. */
  readonly #ledgers: Ledger[] = [this];

  constructor(
    options: LedgerOptions,
    owner: ConversationOwner,
    id: string,
    { position = conversationPrefix(id), beforeOutsideRead }: LedgerSetup = {},
  ) {
    this.#options = options;
    this.#beforeOutsideRead = beforeOutsideRead;
    this.id = id;
    this.entries = new LedgerEntries(options, owner, position);
    this.notes = new LedgerNotes(options, this.entries);
    this.lease = new RunLease(options, this);
  }

  /** Opens the conversation of a pointer. The ID chosen by the caller is not stored. */
  static at(options: LedgerOptions, owner: ConversationOwner, position: string): Promise<Ledger> {
    return new Ledger(options, owner, "", { position }).read();
  }

  async read(): Promise<this> {
    await this.readMarks();
    await this.notes.open();
    return this;
  }

  /** Reads the ledger without decrypting its notes, for a call that may not need them. */
  async readMarks(): Promise<this> {
    await this.entries.read();
    this.notes.readMarks();
    return this;
  }

  get owner(): ConversationOwner {
    return this.entries.owner;
  }

  get head(): HeadEntry | undefined {
    return this.entries.head;
  }

  get writes(): readonly WriteEntry[] {
    return this.entries.all.filter((entry) => entry.type === "write");
  }

  get state(): RunTraceState {
    const { own } = this.notes;
    return this.#merged === NOTHING_READ ? own : mergeStates(own, this.#merged);
  }

  hasSaid(digest: string): boolean {
    return this.entries.has(`said/${digest}`) || this.head?.said.includes(digest) === true;
  }

  /** Creates a trace that continues from the conversation's notes. */
  trace(namings: RunNamings): RunTrace {
    return new RunTrace({ ...namings, conversation: this.conversation }, this.state, async () => {
      await this.notes.open();
      return this.state;
    });
  }

  /** Identifies the conversation in an approval. */
  get conversation(): CallConversation {
    return this.entries.conversation;
  }

  /** Destinations to which its calls may write without approval. */
  get allowances(): AllowanceEntry[] {
    return this.entries.all.filter((entry) => entry.type === "allowance");
  }

  /** IDs of unexpired approvals that its calls requested. */
  get approvalIds(): string[] {
    return this.entries.all.flatMap((entry) => (entry.type === "approval" ? [entry.approval_id] : []));
  }

  /** Returns the approval that an identical call requested. `call` is the call's digest. */
  approvalOf(call: string): string | undefined {
    const { id } = this.entries.fieldsOf(`approval/${call}`);
    const found = this.entries.all.find((entry) => entry.id === id);
    return found?.type === "approval" ? found.approval_id : undefined;
  }

  /**
   * Records that a call waits, replacing the approval `previous` of an identical call. Returns `false` if
   * `previous` has been replaced meanwhile; the new approval is then read.
   */
  async addApproval(
    call: string,
    approval: Pick<ApprovalEntry, "approval_id" | "expires_at">,
    previous: string | undefined,
  ): Promise<boolean> {
    await this.entries.prepare();
    const fields = this.entries.fieldsOf(`approval/${call}`);
    const entry: ApprovalEntry = { ...fields, ...approval, type: "approval" };
    if (!(await this.entries.insert(entry))) {
      await this.read();
      const other = this.approvalOf(call);
      if (other !== undefined && other !== previous) return false;
      await this.entries.put([entry]);
    }
    await this.entries.extendBeyond(approval.expires_at);
    return true;
  }

  /**
   * Merges the notes and the evidence of another conversation of the same owner, because the caller sent one
   * of its messages here. Destinations that its user named are not merged.
   */
  merge(other: Ledger): void {
    this.#merged = mergeStates(this.#merged, { ...other.state, named: [] });
    this.#ledgers.push(other);
  }

  /** True if this conversation, or one merged into it, has research outcomes. */
  get hasEvidence(): boolean {
    return this.#ledgers.some(({ entries }) => entries.all.some(({ type }) => type === "evidence"));
  }

  /** Returns the outcomes of the last research if it was for this question, or all without a question. */
  async recallEvidence(question?: string): Promise<readonly unknown[]> {
    const opened = await Promise.all(this.#ledgers.map(({ entries }) => openStoredResearch(entries)));
    const stored = opened.filter((one) => one !== undefined);
    if (question === undefined)
      return stored.flatMap(({ outcomes, earlier = [] }) => [...outcomes, ...earlier]);
    return stored.find((one) => one.question === question)?.outcomes ?? [];
  }

  /** Returns the question of the conversation's last research, with its context on further lines. */
  async recallQuestion(): Promise<string | undefined> {
    return (await openStoredResearch(this.entries))?.question;
  }

  /** Stores research outcomes outside a run. */
  async storeEvidence(evidence: StoredResearch): Promise<void> {
    await this.entries.prepare();
    await this.entries.put(await sealStoredResearch(this.entries, evidence));
  }

  /** Records untrusted text before the conversation reads it. `by` is the tool or another source. */
  async noteOutside(by: string): Promise<void> {
    await this.#beforeOutsideRead?.(by);
    await this.notes.addMark(by);
  }

  /**
   * Stores a write before it is sent. `name` identifies it if the message is run again. Returns the existing
   * write if another run of the message has stored one.
   */
  async addWrite(
    name: string,
    write: Omit<WriteEntry, "tenant_id" | "id" | "life" | "expires_at" | "type">,
  ): Promise<{ entry: WriteEntry; isNew: boolean }> {
    await this.entries.prepare();
    const entry: WriteEntry = { ...this.entries.fieldsOf(name), ...write, type: "write" };
    const stored = await this.entries.insertWrite(entry);
    return { entry: stored ?? entry, isNew: stored === undefined };
  }

  /**
   * Returns a digest for the names of writes, with the tenant's key. Takes its version from the write named
   * `like`, by default the conversation's first one, so that equal writes have equal names. Names from the
   * previous release have no version and are continued without a key.
   */
  async digestForWrites(value: string, like?: string): Promise<string> {
    const [first] = this.writes;
    const other = like ?? (first && this.entries.nameOf(first));
    const version = other && /^write\/k(\d+)\./.exec(other)?.[1];
    if (other && version === undefined) return value;
    const text = JSON.stringify(["conversation write", this.entries.position, value]);
    const { vault } = this.#options;
    return vault.digest(this.owner.tenantId, text, version === undefined ? "current" : Number(version));
  }

  dropWrite(write: WriteEntry): Promise<void> {
    return this.entries.delete([write.id]);
  }

  /** Records a message of the assistant from outside a run. */
  async recordSaid(digest: string): Promise<void> {
    await this.entries.prepare();
    await this.entries.put([this.createSaid(digest)]);
    await this.entries.put([this.entries.saidPointer(digest)]);
  }

  /** Extends the conversation after an event. */
  async renew(): Promise<void> {
    await this.entries.renewOthers();
    await this.entries.renewHead();
  }

  /** Gives up a run that holds the lease but was refused. A conversation that began with it is deleted. */
  async abandon(runId: string): Promise<void> {
    await this.entries.delete([runPointerId(this.owner, runId)]);
    await (this.entries.isNew ? this.erase(false) : this.lease.release(runId));
  }

  /**
   * Deletes the conversation and all pointers to it. Can be repeated after an interruption. `closesClaims`:
   * the requests of its runs cannot be repeated.
   */
  async erase(closesClaims = true): Promise<void> {
    await eraseRuns(this.#options, this.entries, closesClaims);
    await this.entries.erase();
    this.notes.clear();
  }

  /** Returns the log of a run's output. */
  runLog(runId: string): RunLog {
    return new RunLog(this.#options, this.entries, runId);
  }

  /** Creates the entry of a message of the assistant. Deleting the conversation finds its pointer by it. */
  createSaid(digest: string): SaidEntry {
    return { ...this.entries.fieldsOf(`said/${digest}`), type: "said" };
  }
}
