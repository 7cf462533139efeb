import { timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { loadOnce } from "../loading/load-once.ts";
import { hasNotes, mergeStates, type RunTraceState } from "../policy/run-trace.ts";
import type { HeadEntry, MessageTurn, SaidEntry, WriteEntry } from "./conversation-records.ts";
import { saidPointerId } from "./entry-ids.ts";
import { type StoredResearch, sealStoredResearch } from "./evidence.ts";
import type { LedgerEntries } from "./ledger-entries.ts";
import type { LedgerNotes } from "./ledger-notes.ts";
import type { LedgerOptions } from "./stored-entries.ts";

const loadNamedEarlier = loadOnce(() => import("../places/named-earlier.ts"));

/** Duration of a run's lease. A run that has not renewed it in this time has ended. */
export const RUN_LEASE_MS = 30_000;
/** Maximum time that a conversation's next run waits for the one in progress. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 250;
/** Maximum number of the assistant's messages to remember. The oldest are forgotten first. */
const MAX_SAID = 400;

/** Data that a run stores in the ledger when it ends. */
export interface RunEnding {
  /** Notes of the run's calls. */
  noted: RunTraceState;
  /** Digests of the assistant's message, one for each form in which a client may send it back. */
  said: readonly string[];
  /** The message that the run answered. */
  turn: MessageTurn;
  /** True if the run neither waits nor was interrupted. */
  isComplete: boolean;
  /** Writes whose outcome is known. */
  writes: readonly WriteEntry[];
  /** Research outcomes. Omitted if the run did no research. */
  evidence?: StoredResearch | undefined;
}

/** Parts of the conversation's ledger that the lease uses. */
interface LeasedLedger {
  entries: LedgerEntries;
  notes: LedgerNotes;
  read(): Promise<unknown>;
  createSaid(digest: string): SaidEntry;
}

/** Ensures that a conversation has one run at a time. The next starts when its lease ends or expires. */
export class RunLease {
  readonly #options: LedgerOptions;
  readonly #ledger: LeasedLedger;

  constructor(options: LedgerOptions, ledger: LeasedLedger) {
    this.#options = options;
    this.#ledger = ledger;
  }

  /**
   * Starts a run once the one in progress has ended. Destinations that `said`, the user's message, permits or
   * withdraws are stored immediately, because the next turn may not include this message and this run may be
   * interrupted. Throws ServiceError `conflict` after waiting for five seconds.
   */
  async begin(runId: string, said?: string): Promise<void> {
    const { clock } = this.#options;
    const giveUpAt = clock.monotonic() + MAX_WAIT_MS;
    for (let isFirst = true; ; isFirst = false) {
      const { head } = this.#ledger.entries;
      if (!head || !isRunning(head, clock.now())) {
        if (!(await this.#takeHead(runId, said))) {
          await this.#ledger.read();
          continue;
        }
        // The previous run may have added notes since the ledger was read.
        if (!isFirst) await this.#ledger.read();
        if (head?.run) this.#assumeReadUntrusted();
        return;
      }
      if (clock.monotonic() >= giveUpAt) throw runInProgressError(head.run?.run_id ?? "");
      await clock.wait(POLL_MS);
      await this.#ledger.read();
    }
  }

  async #takeHead(runId: string, said?: string): Promise<boolean> {
    const { entries } = this.#ledger;
    const { head } = entries;
    const run = { run_id: runId, lease_until: timestamp(this.#options.clock.now() + RUN_LEASE_MS) };
    const state_cipher = await this.#sealState(said);
    if (!head) return entries.insertHead(run, { state_cipher });
    await entries.renewOthers();
    return entries.replaceHead(head, { run, listed_until: entries.listedUntil, state_cipher });
  }

  /**
   * Returns the encrypted state with the destinations that the user has named so far. Returns the stored
   * state if they have not changed.
   */
  async #sealState(said = ""): Promise<string | null> {
    const { entries } = this.#ledger;
    const sealed = entries.head?.state_cipher ?? null;
    const { named: before = [] } = this.#ledger.notes.head;
    // Reading a message loads the words of all languages.
    if (said === "" && before.length === 0) return sealed;
    const named = (await loadNamedEarlier()).updateNamed(said, before);
    if (JSON.stringify(named) === JSON.stringify(before)) return sealed;
    this.#ledger.notes.head = { ...this.#ledger.notes.head, named };
    this.#ledger.notes.own = { ...this.#ledger.notes.own, named };
    return entries.seal(entries.fieldsOf("head").id, "state", this.#ledger.notes.head);
  }

  /** Assumes that a run without a recorded end has read untrusted text other than mail. */
  #assumeReadUntrusted(): void {
    if (!this.#ledger.notes.own.read_outside) return;
    this.#ledger.notes.head = { ...this.#ledger.notes.head, read_beside_mail: true };
    this.#ledger.notes.own = { ...this.#ledger.notes.own, read_beside_mail: true };
  }

  /** Renews the lease. Returns `false` if another run has taken over. */
  async renew(runId: string): Promise<boolean> {
    return this.#changeOwnHead(runId, () => ({
      run: { run_id: runId, lease_until: timestamp(this.#options.clock.now() + RUN_LEASE_MS) },
    }));
  }

  /** Releases the conversation, because the run continues elsewhere. */
  async release(runId: string): Promise<void> {
    await this.#changeOwnHead(runId, () => ({ run: null }));
  }

  /**
   * Replaces the head of a run in progress. Returns `false` if another run has taken over or the conversation
   * was deleted. Retries if a call has renewed the head meanwhile.
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

  /** Ends a run and stores its results. Stores nothing if the conversation was deleted meanwhile. */
  async end(runId: string, { noted, said, writes, turn, isComplete, evidence }: RunEnding): Promise<void> {
    const { entries } = this.#ledger;
    const { index, digest } = turn;
    const ended_at = isComplete ? timestamp(this.#options.clock.now()) : null;
    await entries.renewOthers();
    // Written before the head, because a reader that sees the run's end must also see its writes.
    await entries.settle(writes);
    const state_cipher = await entries.seal(
      entries.fieldsOf("head").id,
      "state",
      mergeStates(this.#ledger.notes.head, noted),
    );
    let forgotten: string[] = [];
    const hasEnded = await this.#changeOwnHead(runId, ({ turns = 0, said: before }) => {
      const all = [...new Set([...before, ...said])];
      forgotten = all.slice(0, -MAX_SAID);
      return {
        run: null,
        listed_until: entries.listedUntil,
        turns: Math.max(turns, index + 1),
        last_turn: { index, digest, ended_at },
        said: all.slice(-MAX_SAID),
        state_cipher,
      };
    });
    if (!hasEnded) {
      if (!(await entries.readHead())) return;
      // Another run has started meanwhile, so its head must not be changed.
      const notes = hasNotes(noted) ? [await this.#ledger.notes.create(noted)] : [];
      await entries.put([...notes, ...said.map((digest) => this.#ledger.createSaid(digest))]);
    }
    // Pointers are written last, because a deletion finds them by the digests stored in the conversation.
    await entries.delete(forgotten.map((digest) => saidPointerId(entries.owner, digest, entries.position)));
    const pointers = said.map((digest) => entries.saidPointer(digest));
    await entries.put([...(await sealStoredResearch(entries, evidence)), ...pointers]);
  }
}

function isRunning({ run }: HeadEntry, now: number): boolean {
  return run !== null && Date.parse(run.lease_until) > now;
}

function runInProgressError(runId: string): ServiceError {
  return new ServiceError(
    "conflict",
    `Another run of this conversation is in progress (run_id ${runId}). Wait until it ends, then send this again.`,
  );
}
