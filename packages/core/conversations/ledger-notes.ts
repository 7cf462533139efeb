import { timestamp } from "../clock/clock.ts";
import { hasNotes, mergeStates, NOTHING_READ, type RunTraceState } from "../policy/run-trace.ts";
import type { MarkEntry, NoteEntry } from "./conversation-records.ts";
import type { LedgerEntries } from "./ledger-entries.ts";
import type { LedgerOptions } from "./stored-entries.ts";

/** Maximum number of notes of single calls. Above it, they are merged into one. */
const MAX_NOTES = 16;
/** Maximum number of conversations in `storedAllowed`. */
const MAX_REMEMBERED = 1_000;
/** Marks a conversation that started with an assistant message from none of the owner's conversations. */
export const UNVOUCHED = "an assistant message that no stored conversation contains";

/**
 * Records what a conversation has read. Unencrypted marks state that it has read untrusted text. Encrypted
 * notes list the senders, links and names in the results of its calls. Each is a separate entry, so that
 * concurrent writes never conflict.
 */
export class LedgerNotes {
  /** State from the head alone, which is replaced when a run ends. */
  head: RunTraceState = NOTHING_READ;
  /** State from all entries. */
  own: RunTraceState = NOTHING_READ;
  readonly #options: LedgerOptions;
  readonly #entries: LedgerEntries;

  constructor(options: LedgerOptions, entries: LedgerEntries) {
    this.#options = options;
    this.#entries = entries;
  }

  /** Reads the marks of the entries that were read last. */
  readMarks(): void {
    this.head = NOTHING_READ;
    this.own = { ...NOTHING_READ, read_beside_mail: false };
    for (const entry of this.#entries.all) if (entry.type === "mark") this.#note(entry.by);
  }

  /** Decrypts the notes. */
  async open(): Promise<void> {
    let state = this.own;
    for (const entry of this.#entries.all) {
      const cipher = entry.type === "head" || entry.type === "note" ? entry.state_cipher : null;
      if (cipher === null) continue;
      const opened = await this.#entries.open<RunTraceState>(entry.id, "state", cipher);
      if (entry.type === "head") this.head = opened;
      state = mergeStates(state, opened);
    }
    this.own = state;
  }

  /** Forgets everything, after the conversation was erased. */
  clear(): void {
    this.own = NOTHING_READ;
  }

  /**
   * Records untrusted text before the conversation reads it, so that a crash cannot lose the record. `by` is
   * the tool or another source.
   */
  async addMark(by: string): Promise<void> {
    const name = isMail(by) ? "mark/mail" : "mark/other";
    if (this.#entries.has(name)) return;
    const at = timestamp(this.#options.clock.now());
    await this.#entries.add(
      (life): MarkEntry => ({ ...this.#entries.fieldsOf(name, life), type: "mark", at, by }),
    );
    this.#note(by);
  }

  #note(by: string): void {
    const read_beside_mail = this.own.read_beside_mail || !isMail(by);
    this.own = { ...this.own, read_outside: true, read_beside_mail };
    if (by === UNVOUCHED) this.own = { ...this.own, read_unvouched: true };
  }

  /**
   * Stores the notes of a call. `addMark` has already recorded untrusted text. Most calls repeat the same
   * `allow_destinations`, so those that this process has stored are left out.
   */
  async add(noted: RunTraceState): Promise<void> {
    const stored = this.#options.storedAllowed;
    const known = stored?.get(this.#entries.head?.life ?? "");
    const fresh = known ? { ...noted, allowed: noted.allowed.filter((one) => !known.has(one)) } : noted;
    if (!hasNotes(fresh)) return;
    await this.#store(fresh);
    if (!stored || !this.#entries.head) return;
    if (stored.size >= MAX_REMEMBERED) stored.clear();
    stored.set(this.#entries.head.life, new Set([...(known ?? []), ...fresh.allowed]));
  }

  async #store(noted: RunTraceState): Promise<void> {
    const name = await this.#identifyNote(noted);
    if (this.#entries.has(name)) return;
    await this.#entries.add((life) => this.#sealNote(name, noted, life));
    const notes = this.#entries.all.filter((entry) => entry.type === "note");
    if (notes.length > MAX_NOTES) await this.#mergeNotes(notes);
  }

  /** Creates the entry of a call's notes. */
  async create(noted: RunTraceState): Promise<NoteEntry> {
    return this.#sealNote(await this.#identifyNote(noted), noted);
  }

  async #sealNote(name: string, noted: RunTraceState, life?: string): Promise<NoteEntry> {
    const fields = this.#entries.fieldsOf(name, life);
    return { ...fields, type: "note", state_cipher: await this.#entries.seal(fields.id, "state", noted) };
  }

  /**
   * Returns the name of a call's notes: a digest with the tenant's key, so that equal notes are stored once
   * and nobody can guess them.
   */
  async #identifyNote(noted: RunTraceState): Promise<string> {
    const text = JSON.stringify(["conversation note", this.#entries.position, noted]);
    return `note/${await this.#options.vault.digest(this.#entries.owner.tenantId, text)}`;
  }

  /**
   * Merges notes into one. The merged note is written before the others are deleted, so that nothing is lost
   * in between.
   */
  async #mergeNotes(notes: readonly NoteEntry[]): Promise<void> {
    let state = NOTHING_READ;
    for (const { id, state_cipher } of notes)
      state = mergeStates(state, await this.#entries.open<RunTraceState>(id, "state", state_cipher));
    const merged = await this.create(state);
    await this.#entries.put([merged]);
    await this.#entries.delete(notes.flatMap(({ id }) => (id === merged.id ? [] : [id])));
  }
}

/** Returns true if a mark comes from a mail tool. Replies are checked against the senders of such mail. */
function isMail(by: string): boolean {
  return by.startsWith("email_");
}
