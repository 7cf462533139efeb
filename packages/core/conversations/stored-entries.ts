import { Secret } from "../access/secret.ts";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { SealContext, Vault } from "../credentials/vault/vault.ts";
import { MAX_WAIT_MS } from "../dispatch/approval-port.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { CallConversation } from "../policy/run-trace.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { ConversationOwner } from "./conversation-owner.ts";
import {
  LEDGER_ENTRIES,
  type LedgerEntry,
  type PointerEntry,
  WRITE_ENTRIES,
  type WriteEntry,
} from "./conversation-records.ts";

/**
 * Lifetimes of entries, as multiples of `keptMs`. A call renews a head that has less than one left, so the
 * head is written at most once an hour. All other entries outlive the head, even if a call makes it wait for
 * approval, so that a conversation never forgets what it has read. The owner's pointer outlives them all, so
 * that a deletion finds every entry.
 */
export const LIFETIMES = { head: 25 / 24, others: 30 / 24, listed: 36 / 24 };

export interface LedgerOptions {
  records: RecordStore;
  vault: Vault;
  clock: Clock;
  random: Random;
  /** Milliseconds for which a conversation is stored after its last event. */
  keptMs: number;
  /** Entries of `allow_destinations` that this process has stored, by lifetime of the conversation. */
  storedAllowed?: Map<string, ReadonlySet<string>>;
}

/**
 * Reads and writes the entries of one conversation: their IDs, encryption and expiry. `LedgerEntries` knows
 * what they mean.
 */
export class StoredEntries {
  readonly owner: ConversationOwner;
  /** Prefix of its entries' IDs: 32 hexadecimal digits. */
  readonly position: string;
  protected readonly options: LedgerOptions;
  /** All stored entries, including those of an earlier conversation with this ID. */
  protected stored: readonly LedgerEntry[] = [];
  /** Identifies the lifetime of the current conversation. */
  protected life: string | undefined;
  /** Caches `all`, which each call of a tool reads several times. */
  #current:
    | { stored: readonly LedgerEntry[]; life: string | undefined; all: readonly LedgerEntry[] }
    | undefined;

  constructor(options: LedgerOptions, owner: ConversationOwner, position: string) {
    this.options = options;
    this.owner = owner;
    this.position = position;
  }

  /** The entries of the current conversation. */
  get all(): readonly LedgerEntry[] {
    const { stored, life } = this;
    if (this.#current?.stored !== stored || this.#current.life !== life)
      this.#current = { stored, life, all: stored.filter((entry) => entry.life === life) };
    return this.#current.all;
  }

  get conversation(): CallConversation {
    return { owner: this.owner.digest, position: this.position };
  }

  /** Writes entries, replacing existing ones. */
  async put(entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const answer = await this.options.records.putAll(LEDGER_ENTRIES, entries);
    if (answer === "tenant_deleted") throw tenantDeleted();
    this.update(entries);
  }

  /** Inserts a write. Returns the existing one, or `undefined` if there was none. */
  async insertWrite(entry: WriteEntry): Promise<WriteEntry | undefined> {
    const { records } = this.options;
    for (;;) {
      const answer = await records.insert(WRITE_ENTRIES, entry);
      if (answer === "tenant_deleted") throw tenantDeleted();
      if (answer === "written") break;
      const stored = await records.get(WRITE_ENTRIES, [entry.tenant_id, entry.id]);
      // The existing write was deleted meanwhile because it had sent nothing, so this tries again.
      if (stored) return stored;
    }
    this.update([entry]);
    return undefined;
  }

  /** Stores the outcomes of writes, unless the conversation was deleted. */
  async settle(writes: readonly WriteEntry[]): Promise<void> {
    const expires_at = this.expiryAfter(LIFETIMES.others, MAX_WAIT_MS);
    await Promise.all(
      writes.map((write) =>
        this.options.records.replace(WRITE_ENTRIES, { ...write, expires_at }, { run_id: write.run_id }),
      ),
    );
  }

  /** Inserts an entry. Returns `false` if it exists. */
  async insert(entry: LedgerEntry): Promise<boolean> {
    if ((await this.options.records.insert(LEDGER_ENTRIES, entry)) !== "written") return false;
    this.update([entry]);
    return true;
  }

  async delete(ids: readonly string[]): Promise<void> {
    const { records } = this.options;
    await Promise.all(ids.map((id) => records.delete(LEDGER_ENTRIES, [this.owner.tenantId, id])));
    this.stored = this.stored.filter(({ id }) => !ids.includes(id));
  }

  /** Returns the fields of every entry. `name` is the ID without the conversation's prefix. */
  fieldsOf(
    name: string,
    life = this.life ?? "",
  ): Pick<LedgerEntry, "tenant_id" | "id" | "expires_at" | "life"> {
    const isHead = name === "head";
    return {
      tenant_id: this.owner.tenantId,
      id: this.#idOf(name, life),
      life,
      expires_at: isHead ? this.expiryAfter(LIFETIMES.head) : this.expiryAfter(LIFETIMES.others, MAX_WAIT_MS),
    };
  }

  /** Returns true if there is an entry of this name. */
  has(name: string): boolean {
    const id = this.#idOf(name);
    return this.all.some((entry) => entry.id === id);
  }

  /**
   * Returns the ID of an entry. The lifetime is part of it, so that a run that outlives its conversation
   * never overwrites entries of the next conversation with this ID.
   */
  #idOf(name: string, life = this.life ?? ""): string {
    return `${this.position}/${name === "head" ? name : `${life}/${name}`}`;
  }

  /** Returns the name that was passed to `fieldsOf`. */
  nameOf({ id, life }: LedgerEntry): string {
    return id.slice(`${this.position}/${life}/`.length);
  }

  protected pointer(id: string, expires_at: string): PointerEntry {
    return { ...this.fieldsOf("pointer"), id, expires_at, type: "pointer", conversation: this.position };
  }

  /** Returns true if a time is less than `lifetimes` × `keptMs` plus `extraMs` from now. */
  protected expiresWithin(lifetimes: number, time: string, extraMs = 0): boolean {
    const { clock, keptMs } = this.options;
    return Date.parse(time) - clock.now() < keptMs * lifetimes + extraMs;
  }

  /** Returns the time `lifetimes` × `keptMs` plus `extraMs` from now. */
  protected expiryAfter(lifetimes: number, extraMs = 0): string {
    const { clock, keptMs } = this.options;
    return timestamp(clock.now() + keptMs * lifetimes + extraMs);
  }

  async seal(id: string, field: string, value: unknown): Promise<string> {
    const place = sealContextOf(this.owner.tenantId, id, field);
    return this.options.vault.seal(place, new Secret(JSON.stringify(value)));
  }

  async open<T>(id: string, field: string, cipher: string): Promise<T> {
    const text = await this.options.vault.open(sealContextOf(this.owner.tenantId, id, field), cipher);
    return JSON.parse(text.reveal()) as T;
  }

  /** Updates the entries in memory after writing them to the store. */
  protected update(entries: readonly LedgerEntry[]): void {
    const own = entries.filter(({ id }) => id.startsWith(`${this.position}/`));
    const ids = new Set(own.map(({ id }) => id));
    this.stored = [...this.stored.filter(({ id }) => !ids.has(id)), ...own];
  }
}

/** Returns the identity for which a field of an entry is encrypted. */
export function sealContextOf(tenantId: string, recordId: string, field: string): SealContext {
  return { tenantId, recordId, kind: "conversation", field };
}

function tenantDeleted(): ServiceError {
  return new ServiceError("not_found", "The tenant has been deleted.");
}
