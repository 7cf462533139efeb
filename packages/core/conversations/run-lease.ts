import { timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { namedAfter } from "../places/named-earlier.ts";
import { hasNotes, mergeStates, type RunTraceState } from "../policy/run-trace.ts";
import type { HeadEntry, NoteEntry, SaidEntry, WriteEntry } from "./conversation-records.ts";
import { type KeptResearch, sealKeptResearch } from "./evidence.ts";
import type { LedgerEntries, LedgerOptions } from "./ledger-entries.ts";
import { saidPosition } from "./positions.ts";

/** A run that has not been heard of for so long is over. */
export const RUN_LEASE_MS = 30_000;
/** The next run of a conversation waits so long for the one before it. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 250;
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

/** The states that a ledger has read, and its lease changes. */
export interface LedgerStates {
  /** Of the head alone, which the end of a run writes anew. */
  head: RunTraceState;
  /** Of all entries. */
  own: RunTraceState;
}

/** The ledger of the conversation, as its runs need it. */
interface LeasedLedger {
  entries: LedgerEntries;
  read(): Promise<unknown>;
  noteOf(noted: RunTraceState): Promise<NoteEntry>;
  saidOf(digest: string): SaidEntry;
}

/** The turn of one run in its conversation: no other one begins before it has ended or its lease is over. */
export class RunLease {
  readonly #options: LedgerOptions;
  readonly #ledger: LeasedLedger;
  readonly #states: LedgerStates;

  constructor(options: LedgerOptions, ledger: LeasedLedger, states: LedgerStates) {
    this.#options = options;
    this.#ledger = ledger;
    this.#states = states;
  }

  /**
   * Begins a run, once the one before it has ended. What `said`, the message of the user, names for writing
   * or takes back is kept at once: the next turn may come without this message, and this run may be cut off.
   * Throws ServiceError `conflict` where the wait takes longer than five seconds.
   */
  async begin(runId: string, said?: string): Promise<void> {
    const { clock } = this.#options;
    const giveUpAt = clock.monotonic() + PATIENCE_MS;
    for (let isFirst = true; ; isFirst = false) {
      const { head } = this.#ledger.entries;
      if (!head || !isUnderWay(head, clock.now())) {
        if (!(await this.#takeHead(runId, said))) {
          await this.#ledger.read();
          continue;
        }
        // The run before may have noted more since this one has read.
        if (!isFirst) await this.#ledger.read();
        if (head?.run) this.#takeFromLostRun();
        return;
      }
      if (clock.monotonic() >= giveUpAt) throw runUnderWay(head.run?.run_id ?? "");
      await clock.wait(LOOK_EVERY_MS);
      await this.#ledger.read();
    }
  }

  async #takeHead(runId: string, said?: string): Promise<boolean> {
    const { entries } = this.#ledger;
    const { head } = entries;
    const run = { run_id: runId, lease_until: timestamp(this.#options.clock.now() + RUN_LEASE_MS) };
    const state_cipher = await this.#stateAfter(said);
    if (!head) return entries.insertHead(run, state_cipher);
    await entries.renewOthers();
    return entries.replaceHead(head, { run, listed_until: entries.listedUntil, state_cipher });
  }

  /** Seals the head's state with what the user has named by now, where that is something else. */
  async #stateAfter(said = ""): Promise<string | null> {
    const { entries } = this.#ledger;
    const sealed = entries.head?.state_cipher ?? null;
    const { named: before = [] } = this.#states.head;
    const named = namedAfter(said, before);
    if (JSON.stringify(named) === JSON.stringify(before)) return sealed;
    this.#states.head = { ...this.#states.head, named };
    this.#states.own = { ...this.#states.own, named };
    return entries.seal(entries.made("head").id, "state", this.#states.head);
  }

  /** A run that did not end never told which mails it read. */
  #takeFromLostRun(): void {
    if (!this.#states.own.read_outside) return;
    this.#states.head = { ...this.#states.head, read_beside_mail: true };
    this.#states.own = { ...this.#states.own, read_beside_mail: true };
  }

  /** Tells that a run is still under way. Returns `false` where another one has taken its place. */
  async renew(runId: string): Promise<boolean> {
    return this.#changeOwnHead(runId, () => ({
      run: { run_id: runId, lease_until: timestamp(this.#options.clock.now() + RUN_LEASE_MS) },
    }));
  }

  /** Lets go of the conversation: the run goes on elsewhere. */
  async leave(runId: string): Promise<void> {
    await this.#changeOwnHead(runId, () => ({ run: null }));
  }

  /**
   * Replaces the head of a run that is under way. Returns `false` where another run has taken its place, or
   * the conversation was deleted. A call that only renewed the head is no reason.
   */
  async #changeOwnHead(
    runId: string,
    changes: (head: HeadEntry) => Parameters<LedgerEntries["replaceHead"]>[1],
  ): Promise<boolean> {
    const { entries } = this.#ledger;
    for (let { head } = entries; head?.run?.run_id === runId; head = await entries.readHead())
      if (await entries.replaceHead(head, changes(head))) return true;
    return false;
  }

  /** Ends a run, and keeps what it leaves: nothing of a conversation that was deleted meanwhile. */
  async end(runId: string, { noted, said, writes, isWhole, evidence }: RunEnding): Promise<void> {
    const { entries } = this.#ledger;
    await entries.renewOthers();
    // Before the head: whoever sees that the run has ended sees its writes.
    await entries.settle(writes);
    const state_cipher = await entries.seal(
      entries.made("head").id,
      "state",
      mergeStates(this.#states.head, noted),
    );
    let forgotten: string[] = [];
    const hasEnded = await this.#changeOwnHead(runId, ({ turns = 0, said: before }) => {
      const all = [...new Set([...before, ...said])];
      forgotten = all.slice(0, -MOST_SAID);
      return {
        run: null,
        listed_until: entries.listedUntil,
        turns: turns + (isWhole ? 1 : 0),
        said: all.slice(-MOST_SAID),
        state_cipher,
      };
    });
    if (!hasEnded) {
      if (!(await entries.readHead())) return;
      // Another run has begun meanwhile: nothing of its head may be changed.
      const notes = hasNotes(noted) ? [await this.#ledger.noteOf(noted)] : [];
      await entries.put([...notes, ...said.map((digest) => this.#ledger.saidOf(digest))]);
    }
    // Pointers last: a deletion finds them by what is kept of them in the conversation.
    await entries.delete(forgotten.map((digest) => saidPosition(entries.owner, digest, entries.position)));
    const pointers = said.map((digest) => entries.saidPointer(digest));
    await entries.put([...(await sealKeptResearch(entries, evidence)), ...pointers]);
  }
}

function isUnderWay({ run }: HeadEntry, now: number): boolean {
  return run !== null && Date.parse(run.lease_until) > now;
}

function runUnderWay(runId: string): ServiceError {
  return new ServiceError(
    "conflict",
    `Another run of this conversation is under way (run_id ${runId}); wait for its end, then send this again.`,
  );
}
