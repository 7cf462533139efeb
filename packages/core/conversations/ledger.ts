import { timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { namedAfter } from "../places/named-earlier.ts";
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
  LedgerEntry,
  MarkEntry,
  NoteEntry,
  WriteEntry,
} from "./conversation-records.ts";
import { type KeptResearch, openKeptResearch, sealKeptResearch } from "./evidence.ts";
import {
  LedgerEntries,
  type LedgerOptions,
  ownPosition,
  partitionOf,
  saidPosition,
} from "./ledger-entries.ts";

/** A run that has not been heard of for so long is over. */
export const RUN_LEASE_MS = 30_000;
/** The next run of a conversation waits so long for the one before it. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 250;
/** Notes of single calls that are read beside each other; more are joined into one. */
const MOST_NOTES = 16;
/** Marks a conversation that began with a message of the assistant which none of its owner has said. */
export const UNVOUCHED = "a message that no conversation vouches for";
/** Messages of the assistant that are known again; the oldest are given up first. */
const MOST_SAID = 400;

/** The traces of a run in the ledger. */
export interface RunEnding {
  /** Notes of its calls. */
  noted: RunTraceState;
  /** Digests of the assistant's message, one for each form in which it may come back. */
  said: readonly string[];
  /** It was told to its end. */
  isWhole: boolean;
  /** Writes whose outcome is known by now. */
  writes: readonly WriteEntry[];
  /** Left out by a run that researched nothing. */
  evidence?: KeptResearch | undefined;
}

interface LedgerPlace {
  /** Left out, the id says it. */
  position?: string;
  /** Is called each time that outside text comes, before it does. */
  alsoNote?: (by: string) => Promise<void>;
}

/**
 * Remembers of a conversation what it has read, which names its calls have resolved, and what it has sent. It
 * is opened by one query; what is noted goes to the store at once, as entries that never conflict with each
 * other. Throws ServiceError `unavailable`, and `not_found` for a conversation of somebody else.
 */
export class Ledger {
  /** As the caller named it. */
  readonly id: string;
  readonly entries: LedgerEntries;
  readonly #options: LedgerOptions;
  readonly #alsoNote: LedgerPlace["alsoNote"];
  /** Of the head alone, which the end of a run writes anew. */
  #headState: RunTraceState = NOTHING_READ;
  #ownState: RunTraceState = NOTHING_READ;
  #takenOver: RunTraceState = NOTHING_READ;
  readonly #others: Ledger[] = [];

  constructor(
    options: LedgerOptions,
    owner: ConversationOwner,
    id: string,
    { position = partitionOf(id), alsoNote }: LedgerPlace = {},
  ) {
    this.#options = options;
    this.#alsoNote = alsoNote;
    this.id = id;
    this.entries = new LedgerEntries(options, owner, position);
  }

  /** Opens the conversation that a pointer leads to. What it was named is not stored. */
  static at(options: LedgerOptions, owner: ConversationOwner, position: string): Promise<Ledger> {
    return new Ledger(options, owner, "", { position }).read();
  }

  async read(): Promise<this> {
    await this.entries.read();
    const { all } = this.entries;
    const marks = all.filter((entry) => entry.type === "mark");
    let state: RunTraceState = {
      ...NOTHING_READ,
      read_outside: marks.length > 0,
      read_beside_mail: marks.some(({ by }) => !by.startsWith("email_")),
      ...(marks.some(({ by }) => by === UNVOUCHED) && { read_unvouched: true }),
    };
    this.#headState = NOTHING_READ;
    for (const entry of all) {
      const cipher = entry.type === "head" || entry.type === "note" ? entry.state_cipher : null;
      if (cipher === null) continue;
      const opened = await this.entries.open<RunTraceState>(entry.id, "state", cipher);
      if (entry.type === "head") this.#headState = opened;
      state = mergeStates(state, opened);
    }
    this.#ownState = state;
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
    return mergeStates(this.#ownState, this.#takenOver);
  }

  hasSaid(digest: string): boolean {
    return this.head?.said.includes(digest) === true;
  }

  /** Goes on from all that the conversation has noted. */
  trace(namings: RunNamings): RunTrace {
    return new RunTrace({ ...namings, conversation: this.place }, this.state);
  }

  /** Leads back to it from an approval. */
  get place(): CallConversation {
    const { owner, position } = this.entries;
    return { owner: owner.digest, position };
  }

  /** Places to which its calls may go without waiting. */
  get allowances(): AllowanceEntry[] {
    return this.entries.all.filter((entry) => entry.type === "allowance");
  }

  /** Ids of approvals that its calls have asked for within their time. */
  get approvalIds(): string[] {
    return this.entries.all.flatMap((entry) => (entry.type === "approval" ? [entry.approval_id] : []));
  }

  /** The approval that an equal call has asked for. `call`: its digest. */
  approvalOf(call: string): string | undefined {
    const { id } = this.entries.made(`approval/${call}`);
    const found = this.entries.all.find((entry) => entry.id === id);
    return found?.type === "approval" ? found.approval_id : undefined;
  }

  /**
   * Keeps that a call waits, in the place of `past`, which was an equal one. Returns `false` where another
   * one has come there since, which is then read.
   */
  async addApproval(
    call: string,
    approval: Pick<ApprovalEntry, "approval_id" | "expires_at">,
    past: string | undefined,
  ): Promise<boolean> {
    await this.entries.demandHead();
    const entry: ApprovalEntry = { ...this.entries.made(`approval/${call}`), ...approval, type: "approval" };
    if (await this.entries.insert(entry)) return true;
    await this.read();
    const other = this.approvalOf(call);
    if (other !== undefined && other !== past) return false;
    await this.entries.put([entry]);
    return true;
  }

  /**
   * Takes over the notes and the evidence of another conversation of the same owner, of which a message came
   * into this one. What its user named stays there.
   */
  takeOver(other: Ledger): void {
    this.#takenOver = mergeStates(this.#takenOver, { ...other.state, named: [] });
    this.#others.push(other);
  }

  /** Returns what research last found, if that was for this question; else nothing. */
  async recallEvidence(question: string): Promise<readonly unknown[]> {
    for (const { entries } of [this, ...this.#others]) {
      const outcomes = await openKeptResearch(entries, question);
      if (outcomes.length > 0) return outcomes;
    }
    return [];
  }

  /** Keeps outside a run what research found. */
  async noteEvidence(evidence: KeptResearch): Promise<void> {
    await this.entries.demandHead();
    await this.entries.put(await sealKeptResearch(this.entries, evidence));
  }

  /**
   * Writes down that outside text comes into the conversation, before it does, so that it is not forgotten
   * with a process that dies. `by`: the tool, or how else it comes.
   */
  async noteOutside(by: string): Promise<void> {
    await this.#alsoNote?.(by);
    if (this.entries.all.some(({ type }) => type === "mark")) return;
    await this.entries.demandHead();
    const at = timestamp(this.#options.clock.now());
    const mark: MarkEntry = { ...this.entries.made("mark"), type: "mark", at, by };
    await this.entries.put([mark]);
    const read_beside_mail = this.#ownState.read_beside_mail || !by.startsWith("email_");
    const unvouched = by === UNVOUCHED && { read_unvouched: true as const };
    this.#ownState = { ...this.#ownState, read_outside: true, read_beside_mail, ...unvouched };
  }

  /** Keeps what a call has noted beside that outside text came. */
  async note(noted: RunTraceState): Promise<void> {
    if (!hasNotes(noted)) return;
    await this.entries.demandHead();
    await this.entries.put([await this.#noteOf(noted)]);
    const notes = this.entries.all.filter((entry) => entry.type === "note");
    if (notes.length > MOST_NOTES) await this.#join(notes);
  }

  /** Keeps a write before it is sent. `name`: under which its message finds it again. */
  async addWrite(
    name: string,
    write: Omit<WriteEntry, "tenant_id" | "id" | "expires_at" | "type">,
  ): Promise<WriteEntry> {
    await this.entries.demandHead();
    const entry: WriteEntry = { ...this.entries.made(name), ...write, type: "write" };
    await this.entries.put([entry]);
    return entry;
  }

  dropWrite({ id }: WriteEntry): Promise<void> {
    return this.entries.delete([id]);
  }

  /** Keeps outside a run that the assistant said this. */
  async noteSaid(digest: string): Promise<void> {
    await this.entries.demandHead();
    await this.entries.put([this.#pointerFrom(digest)]);
  }

  /**
   * Begins a run, once the one before it has ended. What `said`, the message of the user, names for writing
   * or takes back is kept at once: the next turn may come without this message, and this run may be cut off.
   * Throws ServiceError `conflict` where the wait takes longer than five seconds.
   */
  async beginRun(runId: string, said?: string): Promise<void> {
    const { clock } = this.#options;
    const giveUpAt = clock.monotonic() + PATIENCE_MS;
    for (let isFirst = true; ; isFirst = false) {
      const { head } = this;
      const run = { run_id: runId, lease_until: timestamp(clock.now() + RUN_LEASE_MS) };
      if (!head) {
        if (await this.entries.insertHead(run, await this.#stateAfter(said))) return;
      } else if (!isUnderWay(head, clock.now())) {
        const state_cipher = await this.#stateAfter(said);
        if (await this.entries.replaceHead({ ...head, state_cipher }, run)) {
          // The run before may have noted more since this one has read.
          if (!isFirst) await this.read();
          return;
        }
      } else {
        if (clock.monotonic() >= giveUpAt) throw runUnderWay(head.run?.run_id ?? "");
        await clock.wait(LOOK_EVERY_MS);
      }
      await this.read();
    }
  }

  /** Seals the head's state with what the user has named by now, where that is something else. */
  async #stateAfter(said = ""): Promise<string | null> {
    const sealed = this.head?.state_cipher ?? null;
    const { named: before = [] } = this.#headState;
    const named = namedAfter(said, before);
    if (JSON.stringify(named) === JSON.stringify(before)) return sealed;
    this.#headState = { ...this.#headState, named };
    this.#ownState = { ...this.#ownState, named };
    return this.entries.seal(this.entries.made("head").id, "state", this.#headState);
  }

  /** Tells that a run is still under way. Returns `false` where another one has taken its place. */
  async renewRun(runId: string): Promise<boolean> {
    const { head } = this;
    if (head?.run?.run_id !== runId) return false;
    const lease_until = timestamp(this.#options.clock.now() + RUN_LEASE_MS);
    return this.entries.replaceHead(head, { run_id: runId, lease_until });
  }

  /** Ends a run, and keeps what it leaves. */
  async endRun(runId: string, { noted, said, writes, isWhole, evidence }: RunEnding): Promise<void> {
    const { clock, random } = this.#options;
    const { head } = this;
    const pointers = said.map((digest) => this.#pointerFrom(digest));
    const settled = [...writes, ...(await sealKeptResearch(this.entries, evidence))];
    const written = new Set(settled.map(({ id }) => id));
    const renewed = this.entries.renewed().filter(({ id }) => !written.has(id));
    const left: LedgerEntry[] = [...renewed, ...settled, ...pointers];
    if (head?.run?.run_id === runId && isUnderWay(head, clock.now())) {
      const made = this.entries.made("head");
      left.push({
        ...head,
        ...made,
        run: null,
        listed_until: this.entries.listedUntil,
        turns: (head.turns ?? 0) + (isWhole ? 1 : 0),
        revision: random.uuid(),
        said: [...head.said, ...said].slice(-MOST_SAID),
        state_cipher: await this.entries.seal(made.id, "state", mergeStates(this.#headState, noted)),
      });
    } else if (hasNotes(noted)) {
      // Another run has begun meanwhile: nothing of its head may be changed.
      left.push(await this.#noteOf(noted));
    }
    await this.entries.put(left);
  }

  /** Lets entries that are half over last as long again, as something happened in the conversation. */
  async renew(): Promise<void> {
    await this.entries.put(this.entries.renewed());
    await this.entries.renewHead();
  }

  /** Deletes all of it, with what leads to it. */
  async erase(): Promise<void> {
    const { position } = this.entries;
    const said = this.head?.said.map((digest) => saidPosition(this.owner, digest, position)) ?? [];
    const own = ownPosition(this.owner, position);
    await this.entries.delete([...this.entries.all.map(({ id }) => id), ...said, own]);
    this.#ownState = NOTHING_READ;
  }

  #pointerFrom(said: string): LedgerEntry {
    return this.entries.pointer(saidPosition(this.owner, said, this.entries.position));
  }

  async #noteOf(noted: RunTraceState): Promise<NoteEntry> {
    const made = this.entries.made(`note/${this.#options.random.uuid()}`);
    return { ...made, type: "note", state_cipher: await this.entries.seal(made.id, "state", noted) };
  }

  /** The one is written before the others go, so that nothing is forgotten in between. */
  async #join(notes: readonly NoteEntry[]): Promise<void> {
    let state = NOTHING_READ;
    for (const { id, state_cipher } of notes)
      state = mergeStates(state, await this.entries.open<RunTraceState>(id, "state", state_cipher));
    await this.entries.put([await this.#noteOf(state)]);
    await this.entries.delete(notes.map(({ id }) => id));
  }
}

function isUnderWay({ run }: HeadEntry, now: number): boolean {
  return run !== null && Date.parse(run.lease_until) > now;
}

/** Returns whether anything was noted beside how outside text came, which has its mark. */
function hasNotes({
  read_outside: _marked,
  read_unvouched: _how,
  read_beside_mail,
  ...lists
}: RunTraceState): boolean {
  return read_beside_mail === true || Object.values(lists).some((list) => list.length > 0);
}

function runUnderWay(runId: string): ServiceError {
  return new ServiceError(
    "conflict",
    `Another run of this conversation is under way (run_id ${runId}); wait for its end, then send this again.`,
  );
}
