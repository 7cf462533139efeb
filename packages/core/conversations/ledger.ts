import { timestamp } from "../clock/clock.ts";
import {
  type CallConversation,
  hasNotes,
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
  MarkEntry,
  NoteEntry,
  SaidEntry,
  WriteEntry,
} from "./conversation-records.ts";
import { openStoredResearch, type StoredResearch, sealStoredResearch } from "./evidence.ts";
import { LedgerEntries, type LedgerOptions } from "./ledger-entries.ts";
import { conversationPrefix, runPosition } from "./positions.ts";
import { type LedgerStates, RunLease } from "./run-lease.ts";
import { eraseRuns, RunLog } from "./run-log.ts";

/** Maximum number of notes of single calls. Above it, they are merged into one. */
const MAX_NOTES = 16;
/** Marks a conversation that started with an assistant message from none of the owner's conversations. */
export const UNVOUCHED = "an assistant message that no stored conversation contains";
interface LedgerPlace {
  /** Derived from the ID if omitted. */
  position?: string;
  /** Called before each read of untrusted text. */
  alsoNote?: (by: string) => Promise<void>;
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
  /** Held by the run in progress. */
  readonly lease: RunLease;
  readonly #options: LedgerOptions;
  readonly #alsoNote: LedgerPlace["alsoNote"];
  readonly #states: LedgerStates = { head: NOTHING_READ, own: NOTHING_READ };
  #takenOver: RunTraceState = NOTHING_READ;
  readonly #others: Ledger[] = [];

  constructor(
    options: LedgerOptions,
    owner: ConversationOwner,
    id: string,
    { position = conversationPrefix(id), alsoNote }: LedgerPlace = {},
  ) {
    this.#options = options;
    this.#alsoNote = alsoNote;
    this.id = id;
    this.entries = new LedgerEntries(options, owner, position);
    this.lease = new RunLease(options, this, this.#states);
  }

  /** Opens the conversation of a pointer. The ID chosen by the caller is not stored. */
  static at(options: LedgerOptions, owner: ConversationOwner, position: string): Promise<Ledger> {
    return new Ledger(options, owner, "", { position }).read();
  }

  async read(): Promise<this> {
    await this.readMarks();
    await this.#openNotes();
    return this;
  }

  /** Reads the ledger without decrypting its notes, for a call that may not need them. */
  async readMarks(): Promise<this> {
    await this.entries.read();
    const marks = this.entries.all.filter((entry) => entry.type === "mark");
    this.#states.head = NOTHING_READ;
    this.#states.own = {
      ...NOTHING_READ,
      read_outside: marks.length > 0,
      read_beside_mail: marks.some(({ by }) => !isMail(by)),
      ...(marks.some(({ by }) => by === UNVOUCHED) && { read_unvouched: true }),
    };
    return this;
  }

  async #openNotes(): Promise<RunTraceState> {
    let { own: state } = this.#states;
    for (const entry of this.entries.all) {
      const cipher = entry.type === "head" || entry.type === "note" ? entry.state_cipher : null;
      if (cipher === null) continue;
      const opened = await this.entries.open<RunTraceState>(entry.id, "state", cipher);
      if (entry.type === "head") this.#states.head = opened;
      state = mergeStates(state, opened);
    }
    this.#states.own = state;
    return this.state;
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
    const { own } = this.#states;
    return this.#takenOver === NOTHING_READ ? own : mergeStates(own, this.#takenOver);
  }

  hasSaid(digest: string): boolean {
    return this.entries.has(`said/${digest}`) || this.head?.said.includes(digest) === true;
  }

  /** Creates a trace that continues from the conversation's notes. */
  trace(namings: RunNamings): RunTrace {
    return new RunTrace({ ...namings, conversation: this.place }, this.state, () => this.#openNotes());
  }

  /** Identifies the conversation in an approval. */
  get place(): CallConversation {
    const { owner, position } = this.entries;
    return { owner: owner.digest, position };
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
    const { id } = this.entries.made(`approval/${call}`);
    const found = this.entries.all.find((entry) => entry.id === id);
    return found?.type === "approval" ? found.approval_id : undefined;
  }

  /**
   * Records that a call waits, replacing the approval `past` of an identical call. Returns `false` if `past`
   * has been replaced meanwhile; the new approval is then read.
   */
  async addApproval(
    call: string,
    approval: Pick<ApprovalEntry, "approval_id" | "expires_at">,
    past: string | undefined,
  ): Promise<boolean> {
    await this.entries.prepare();
    const entry: ApprovalEntry = { ...this.entries.made(`approval/${call}`), ...approval, type: "approval" };
    if (!(await this.entries.insert(entry))) {
      await this.read();
      const other = this.approvalOf(call);
      if (other !== undefined && other !== past) return false;
      await this.entries.put([entry]);
    }
    await this.entries.outlast(approval.expires_at);
    return true;
  }

  /**
   * Merges the notes and the evidence of another conversation of the same owner, because the caller sent one
   * of its messages here. Destinations that its user named are not merged.
   */
  merge(other: Ledger): void {
    this.#takenOver = mergeStates(this.#takenOver, { ...other.state, named: [] });
    this.#others.push(other);
  }

  /** True if this conversation, or one merged into it, has research outcomes. */
  get hasEvidence(): boolean {
    return [this, ...this.#others].some(({ entries }) => entries.all.some(({ type }) => type === "evidence"));
  }

  /** Returns the outcomes of the last research, if it was for this question; all if none is given. */
  async recallEvidence(question?: string): Promise<readonly unknown[]> {
    const all = [this, ...this.#others].map(({ entries }) => openStoredResearch(entries));
    const kept = (await Promise.all(all)).filter((one) => one !== undefined);
    if (question === undefined)
      return kept.flatMap(({ outcomes, earlier = [] }) => [...outcomes, ...earlier]);
    return kept.find((one) => one.question === question)?.outcomes ?? [];
  }

  /** Returns the question of the conversation's last research, with its context on further lines. */
  async recallQuestion(): Promise<string | undefined> {
    return (await openStoredResearch(this.entries))?.question;
  }

  /** Stores research outcomes outside a run. */
  async noteEvidence(evidence: StoredResearch): Promise<void> {
    await this.entries.prepare();
    await this.entries.put(await sealStoredResearch(this.entries, evidence));
  }

  /**
   * Records untrusted text before the conversation reads it, so that a crash cannot lose the record. `by` is
   * the tool or another source.
   */
  async noteOutside(by: string): Promise<void> {
    await this.#alsoNote?.(by);
    const name = isMail(by) ? "mark/mail" : "mark/other";
    if (this.entries.has(name)) return;
    await this.entries.prepare();
    const at = timestamp(this.#options.clock.now());
    const mark: MarkEntry = { ...this.entries.made(name), type: "mark", at, by };
    await this.entries.put([mark]);
    const read_beside_mail = this.#states.own.read_beside_mail || !isMail(by);
    const unvouched = by === UNVOUCHED && { read_unvouched: true as const };
    this.#states.own = { ...this.#states.own, read_outside: true, read_beside_mail, ...unvouched };
  }

  /** Stores the notes of a call. `noteOutside` has already recorded untrusted text. */
  async note(noted: RunTraceState): Promise<void> {
    if (!hasNotes(noted)) return;
    const name = await this.#identifyNote(noted);
    if (this.entries.has(name)) return;
    await this.entries.prepare();
    await this.entries.put([await this.#sealNote(name, noted)]);
    const notes = this.entries.all.filter((entry) => entry.type === "note");
    if (notes.length > MAX_NOTES) await this.#join(notes);
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
    const entry: WriteEntry = { ...this.entries.made(name), ...write, type: "write" };
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
  async noteSaid(digest: string): Promise<void> {
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
    await this.entries.delete([runPosition(this.owner, runId)]);
    await (this.entries.isNew ? this.erase() : this.lease.release(runId));
  }

  /** Deletes the conversation and all pointers to it. Can be repeated after an interruption. */
  async erase(): Promise<void> {
    await eraseRuns(this.#options, this.entries);
    await this.entries.erase();
    this.#states.own = NOTHING_READ;
  }

  /** Returns the log of a run's output. */
  runLog(runId: string): RunLog {
    return new RunLog(this.#options, this.entries, runId);
  }

  /** Creates the entry through which a deletion finds the pointer. */
  createSaid(digest: string): SaidEntry {
    return { ...this.entries.made(`said/${digest}`), type: "said" };
  }

  async createNote(noted: RunTraceState): Promise<NoteEntry> {
    return this.#sealNote(await this.#identifyNote(noted), noted);
  }

  async #sealNote(name: string, noted: RunTraceState): Promise<NoteEntry> {
    const made = this.entries.made(name);
    return { ...made, type: "note", state_cipher: await this.entries.seal(made.id, "state", noted) };
  }

  /**
   * Returns the name of a call's notes: a digest with the tenant's key, so that equal notes are stored once
   * and nobody can guess them.
   */
  async #identifyNote(noted: RunTraceState): Promise<string> {
    const text = JSON.stringify(["conversation note", this.entries.position, noted]);
    return `note/${await this.#options.vault.digest(this.owner.tenantId, text)}`;
  }

  /**
   * Merges notes into one. The merged note is written before the others are deleted, so that nothing is lost
   * in between.
   */
  async #join(notes: readonly NoteEntry[]): Promise<void> {
    let state = NOTHING_READ;
    for (const { id, state_cipher } of notes)
      state = mergeStates(state, await this.entries.open<RunTraceState>(id, "state", state_cipher));
    const joined = await this.createNote(state);
    await this.entries.put([joined]);
    await this.entries.delete(notes.flatMap(({ id }) => (id === joined.id ? [] : [id])));
  }
}

/** Returns true if a mark comes from a mail tool. Replies are checked against the senders of such mail. */
function isMail(by: string): boolean {
  return by.startsWith("email_");
}
