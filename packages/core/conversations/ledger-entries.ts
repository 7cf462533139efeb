import { Secret } from "../access/secret.ts";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { SealedPlace, Vault } from "../credentials/vault/vault.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { RecordStore } from "../records/record-store.ts";
import { type ConversationOwner, digestOf } from "./conversation-owner.ts";
import {
  HEAD_ENTRIES,
  type HeadEntry,
  LEDGER_ENTRIES,
  type LedgerEntry,
  type PointerEntry,
} from "./conversation-records.ts";

export interface LedgerOptions {
  records: RecordStore;
  vault: Vault;
  clock: Clock;
  random: Random;
  /** Milliseconds for which a conversation is kept after its last event. */
  keptMs: number;
}

/** The entries of one conversation, as they were read and as they are written. */
export class LedgerEntries {
  readonly owner: ConversationOwner;
  /** The first part of the ids of its entries: 32 hexadecimal digits. */
  readonly position: string;
  readonly #options: LedgerOptions;
  #all: readonly LedgerEntry[] = [];
  /** The head as it stands in the store, also once it has run out. */
  #standing: HeadEntry | undefined;
  /** Goes with the next entries that are written: the pointer to a conversation that begins. */
  #unwritten: readonly LedgerEntry[] = [];

  constructor(options: LedgerOptions, owner: ConversationOwner, position: string) {
    this.#options = options;
    this.owner = owner;
    this.position = position;
  }

  get all(): readonly LedgerEntry[] {
    return this.#all;
  }

  get head(): HeadEntry | undefined {
    return this.#all.find((entry) => entry.type === "head");
  }

  /** Reads all of them, by one query. Throws ServiceError `not_found` where they are somebody else's. */
  async read(): Promise<void> {
    const { records, clock } = this.#options;
    const range = { first: `${this.position}/`, last: `${this.position}/~` };
    const found: LedgerEntry[] = [];
    for await (const some of records.range(LEDGER_ENTRIES, this.owner.tenantId, range)) found.push(...some);
    this.#all = found.filter(({ expires_at }) => Date.parse(expires_at) > clock.now());
    this.#standing = found.find((entry) => entry.type === "head");
    if (this.head && this.head.owner !== this.owner.digest) throw noConversation();
  }

  /** Writes entries, whatever stood there. */
  async put(entries: readonly LedgerEntry[]): Promise<void> {
    const all = [...this.#unwritten, ...entries];
    if (all.length === 0) return;
    const answer = await this.#options.records.putAll(LEDGER_ENTRIES, all);
    if (answer === "tenant_deleted") throw tenantDeleted();
    this.#unwritten = [];
    this.#keep(entries);
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#options.records.delete(LEDGER_ENTRIES, [this.owner.tenantId, id]);
    this.#all = this.#all.filter(({ id }) => !ids.includes(id));
  }

  /** Writes the head where somebody has not yet. */
  async demandHead(): Promise<void> {
    if (this.head || (await this.insertHead(null))) return;
    await this.read();
  }

  /** Returns `false` where somebody was quicker; `read` tells whether that is its owner. */
  async insertHead(run: HeadEntry["run"], state_cipher: string | null = null): Promise<boolean> {
    const { records, clock, random } = this.#options;
    const made = this.made("head");
    const head: HeadEntry = {
      ...made,
      type: "head",
      listed_until: made.expires_at,
      owner: this.owner.digest,
      created_at: timestamp(clock.now()),
      revision: random.uuid(),
      run,
      said: [],
      state_cipher,
    };
    // One that has run out is as good as none, but its place is taken by its revision.
    const { revision } = this.#standing ?? {};
    if (revision !== undefined) {
      if (!(await records.replace(HEAD_ENTRIES, head, { revision }))) return false;
    } else {
      const answer = await records.insert(HEAD_ENTRIES, head);
      if (answer === "tenant_deleted") throw tenantDeleted();
      if (answer !== "written") return false;
    }
    this.#keep([head]);
    this.#unwritten = [this.#listed];
    return true;
  }

  /** Writes an entry where none is. */
  async insert(entry: LedgerEntry): Promise<boolean> {
    if ((await this.#options.records.insert(LEDGER_ENTRIES, entry)) !== "written") return false;
    this.#keep([entry]);
    return true;
  }

  /** Replaces the head as it was read. Returns `false` where another one stands there by now. */
  async replaceHead(head: HeadEntry, run: HeadEntry["run"]): Promise<boolean> {
    const { records, random } = this.#options;
    const next = { ...head, ...this.made("head"), run, revision: random.uuid() };
    if (!(await records.replace(HEAD_ENTRIES, next, { revision: head.revision }))) return false;
    this.#keep([next]);
    return true;
  }

  /** The fields that every entry has. `name`: without the conversation's part. */
  made(name: string): Pick<LedgerEntry, "tenant_id" | "id" | "expires_at"> {
    const { clock, keptMs } = this.#options;
    const expires_at = timestamp(clock.now() + keptMs);
    return { tenant_id: this.owner.tenantId, id: `${this.position}/${name}`, expires_at };
  }

  pointer(id: string): PointerEntry {
    return { ...this.made("pointer"), id, type: "pointer", conversation: this.position };
  }

  /**
   * Entries that are half over, as they are to be written to last as long again; not the head, and not what
   * waits, which has its own time. With them goes what leads from the owner to the conversation.
   */
  renewed(): LedgerEntry[] {
    const { expires_at } = this.made("");
    const due = this.#all.filter(
      ({ type, expires_at: at }) => type !== "head" && type !== "approval" && this.#isHalfOver(at),
    );
    const isListed = !this.head || !this.#isHalfOver(this.head.listed_until);
    return [...due.map((entry) => ({ ...entry, expires_at })), ...(isListed ? [] : [this.#listed])];
  }

  /** Lets a head that is half over last as long again. A run that has written it meanwhile did the same. */
  async renewHead(): Promise<void> {
    const { head } = this;
    if (head && [head.expires_at, head.listed_until].some((at) => this.#isHalfOver(at)))
      await this.replaceHead({ ...head, listed_until: this.listedUntil }, head.run);
  }

  /** As the head says it from now on, which is written with the entries of `renewed`. */
  get listedUntil(): string {
    const { head } = this;
    return head && !this.#isHalfOver(head.listed_until) ? head.listed_until : this.made("").expires_at;
  }

  /** Leads from the owner to the conversation. */
  get #listed(): PointerEntry {
    return this.pointer(ownPosition(this.owner, this.position));
  }

  #isHalfOver(at: string): boolean {
    const { clock, keptMs } = this.#options;
    return Date.parse(at) - clock.now() < keptMs / 2;
  }

  async seal(id: string, field: string, value: unknown): Promise<string> {
    return this.#options.vault.seal(this.#place(id, field), new Secret(JSON.stringify(value)));
  }

  async open<T>(id: string, field: string, cipher: string): Promise<T> {
    const text = await this.#options.vault.open(this.#place(id, field), cipher);
    return JSON.parse(text.reveal()) as T;
  }

  #keep(entries: readonly LedgerEntry[]): void {
    const own = entries.filter(({ id }) => id.startsWith(`${this.position}/`));
    const ids = new Set(own.map(({ id }) => id));
    this.#all = [...this.#all.filter(({ id }) => !ids.has(id)), ...own];
  }

  #place(recordId: string, field: string): SealedPlace {
    return { tenantId: this.owner.tenantId, recordId, kind: "conversation", field };
  }
}

/** The first part of the ids of a conversation's entries. */
export function partitionOf(conversationId: string): string {
  return digestOf(["conversation", conversationId]);
}

export function headPosition(conversationId: string): string {
  return `${partitionOf(conversationId)}/head`;
}

/** The pointer from an owner to a conversation. */
export function ownPosition({ digest }: ConversationOwner, position: string): string {
  return `of/${digest}/${position}`;
}

/**
 * The pointer from what the assistant said to a conversation in which it did. Several may have said the same.
 */
export function saidPosition({ digest }: ConversationOwner, said: string, position: string): string {
  return `said/${digest}/${said}/${position}`;
}

export function noConversation(): ServiceError {
  return new ServiceError("not_found", "There is no such conversation.");
}

function tenantDeleted(): ServiceError {
  return new ServiceError("not_found", "The tenant has been deleted.");
}
