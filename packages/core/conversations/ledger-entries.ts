import { Secret } from "../access/secret.ts";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { SealedPlace, Vault } from "../credentials/vault/vault.ts";
import { MAX_WAIT_MS } from "../dispatch/approval-port.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { ConversationOwner } from "./conversation-owner.ts";
import {
  HEAD_ENTRIES,
  type HeadEntry,
  LEDGER_ENTRIES,
  type LedgerEntry,
  POINTER_ENTRIES,
  type PointerEntry,
  WRITE_ENTRIES,
  type WriteEntry,
} from "./conversation-records.ts";
import { ownPosition, runPosition, saidPosition } from "./positions.ts";

/**
 * Lifetimes of entries, as multiples of `keptMs`. A call renews a head that has less than one left, so the
 * head is written at most once an hour. All other entries outlive the head, even if a call makes it wait for
 * approval, so that a conversation never forgets what it has read. The owner's pointer outlives them all, so
 * that a deletion finds every entry.
 */
const LIFETIMES = { head: 25 / 24, others: 30 / 24, listed: 36 / 24 };
const MIN_LISTED = 31 / 24;

export interface LedgerOptions {
  records: RecordStore;
  vault: Vault;
  clock: Clock;
  random: Random;
  /** Milliseconds for which a conversation is stored after its last event. */
  keptMs: number;
}

/** Reads and writes the entries of one conversation. */
export class LedgerEntries {
  readonly owner: ConversationOwner;
  /** Prefix of its entries' IDs: 32 hexadecimal digits. */
  readonly position: string;
  readonly #options: LedgerOptions;
  /** All stored entries, including those of an earlier conversation with this ID. */
  #stored: readonly LedgerEntry[] = [];
  /** Identifies the lifetime of the current conversation. */
  #life: string | undefined;
  /** Lifetime of the conversation that this instance has begun. */
  #begun: string | undefined;

  constructor(options: LedgerOptions, owner: ConversationOwner, position: string) {
    this.#options = options;
    this.owner = owner;
    this.position = position;
  }

  get all(): readonly LedgerEntry[] {
    return this.#stored.filter(({ life }) => life === this.#life);
  }

  get head(): HeadEntry | undefined {
    const head = this.#storedHead;
    return head?.life === this.#life ? head : undefined;
  }

  /** True if the conversation did not exist before. */
  get isNew(): boolean {
    return this.#life !== undefined && this.#life === this.#begun;
  }

  /** The stored head, even if it has expired. */
  get #storedHead(): HeadEntry | undefined {
    return this.#stored.find((entry) => entry.type === "head");
  }

  /** Reads all entries with one query. Throws ServiceError `not_found` if they belong to someone else. */
  async read(): Promise<void> {
    const { records, clock } = this.#options;
    const range = { first: `${this.position}/`, last: `${this.position}/~` };
    const found: LedgerEntry[] = [];
    for await (const some of records.range(LEDGER_ENTRIES, this.owner.tenantId, range)) found.push(...some);
    this.#stored = found;
    const head = this.#storedHead;
    this.#life = head && Date.parse(head.expires_at) > clock.now() ? head.life : undefined;
    if (this.head && this.head.owner !== this.owner.digest) throw conversationNotFound();
  }

  /** Reads the head again. Returns `undefined` if the conversation was deleted or has expired. */
  async readHead(): Promise<HeadEntry | undefined> {
    const { head } = this;
    const key = [this.owner.tenantId, `${this.position}/head`];
    const stored = head && (await this.#options.records.get(HEAD_ENTRIES, key));
    if (!stored || stored.life !== head?.life) return undefined;
    this.#update([stored]);
    return stored;
  }

  /** Writes entries, replacing existing ones. */
  async put(entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const answer = await this.#options.records.putAll(LEDGER_ENTRIES, entries);
    if (answer === "tenant_deleted") throw tenantDeleted();
    this.#update(entries);
  }

  /** Inserts a write. Returns the existing one, or `undefined` if there was none. */
  async insertWrite(entry: WriteEntry): Promise<WriteEntry | undefined> {
    const { records } = this.#options;
    for (;;) {
      const answer = await records.insert(WRITE_ENTRIES, entry);
      if (answer === "tenant_deleted") throw tenantDeleted();
      if (answer === "written") break;
      const stored = await records.get(WRITE_ENTRIES, [entry.tenant_id, entry.id]);
      // The existing write was deleted meanwhile because it had sent nothing, so this tries again.
      if (stored) return stored;
    }
    this.#update([entry]);
    return undefined;
  }

  /** Stores the outcomes of writes, unless the conversation was deleted. */
  async settle(writes: readonly WriteEntry[]): Promise<void> {
    const expires_at = this.#expiryAfter(LIFETIMES.others, MAX_WAIT_MS);
    await Promise.all(
      writes.map((write) =>
        this.#options.records.replace(WRITE_ENTRIES, { ...write, expires_at }, { run_id: write.run_id }),
      ),
    );
  }

  async delete(ids: readonly string[]): Promise<void> {
    const { records } = this.#options;
    await Promise.all(ids.map((id) => records.delete(LEDGER_ENTRIES, [this.owner.tenantId, id])));
    this.#stored = this.#stored.filter(({ id }) => !ids.includes(id));
  }

  /**
   * Deletes all entries except the head, including those of an earlier conversation, and the pointers from
   * the assistant's messages.
   */
  async #clear(): Promise<void> {
    const owner = { ...this.owner, digest: this.#storedHead?.owner ?? this.owner.digest };
    const said = this.#stored.flatMap((entry) => {
      if (entry.type === "head") return entry.said;
      return entry.type === "said" ? [entry.id.slice(entry.id.lastIndexOf("/") + 1)] : [];
    });
    await this.delete(said.map((digest) => saidPosition(owner, digest, this.position)));
    await this.delete(this.#stored.flatMap(({ type, id }) => (type === "head" ? [] : [id])));
  }

  /**
   * Deletes all entries. Can be repeated after an interruption, because the head and the pointer to it are
   * deleted last.
   */
  async erase(): Promise<void> {
    await this.#clear();
    const ids = [`${this.position}/head`, ownPosition(this.owner, this.position)];
    const deletions = ids.map((id) => ({ kind: LEDGER_ENTRIES, delete: [this.owner.tenantId, id] }));
    await this.#options.records.transact<LedgerEntry[]>(deletions);
    this.#stored = [];
  }

  /** Ensures that the conversation has started, and that a deletion will find entries added from now on. */
  async prepare(): Promise<void> {
    while (!this.head && !(await this.insertHead(null))) await this.read();
    await this.renewOthers();
  }

  /**
   * Inserts the head with what leads to it, in one request. Returns `false` if another process did so first;
   * `read` then checks that it belongs to the same owner.
   */
  async insertHead(run: HeadEntry["run"], state_cipher: string | null = null): Promise<boolean> {
    const { records, clock, random } = this.#options;
    const life = random.uuid();
    const listed = { ...this.#listed, life };
    const found = run ? [listed, { ...this.runPointer(run.run_id), life }] : [listed];
    const puts = found.map((pointer) => ({ kind: POINTER_ENTRIES, put: pointer }));
    const head: HeadEntry = {
      ...this.made("head"),
      life,
      type: "head",
      listed_until: listed.expires_at,
      owner: this.owner.digest,
      created_at: timestamp(clock.now()),
      revision: random.uuid(),
      run,
      said: [],
      state_cipher,
    };
    // An expired head counts as missing but is still stored.
    const { revision } = this.#storedHead ?? {};
    if (revision !== undefined) await this.#clear();
    const write =
      revision === undefined
        ? { kind: HEAD_ENTRIES, insert: head }
        : { kind: HEAD_ENTRIES, replace: head, where: { revision } };
    if (!(await records.transact([...puts, write]))) {
      // Throws if the reason is that the tenant was deleted.
      await this.put([listed]);
      return false;
    }
    this.#stored = [head];
    this.#life = life;
    this.#begun = life;
    return true;
  }

  /** Inserts an entry. Returns `false` if it exists. */
  async insert(entry: LedgerEntry): Promise<boolean> {
    if ((await this.#options.records.insert(LEDGER_ENTRIES, entry)) !== "written") return false;
    this.#update([entry]);
    return true;
  }

  /**
   * Replaces the head if it has not changed since it was read, without shortening its lifetime. If a run
   * begins, makes it findable by its ID in the same request. Returns `false` if the head has changed.
   */
  async replaceHead(
    head: HeadEntry,
    changes: Partial<
      Pick<HeadEntry, "run" | "listed_until" | "turns" | "said" | "state_cipher" | "expires_at">
    >,
  ): Promise<boolean> {
    const { records, random } = this.#options;
    const made = this.made("head");
    const expires_at = head.expires_at > made.expires_at ? head.expires_at : made.expires_at;
    const next = { ...head, ...made, expires_at, ...changes, revision: random.uuid() };
    const where = { revision: head.revision };
    const begun = next.run?.run_id === head.run?.run_id ? undefined : next.run?.run_id;
    const isReplaced =
      begun === undefined
        ? await records.replace(HEAD_ENTRIES, next, where)
        : await records.transact([
            { kind: POINTER_ENTRIES, put: this.runPointer(begun) },
            { kind: HEAD_ENTRIES, replace: next, where },
          ]);
    if (isReplaced) this.#update([next]);
    return isReplaced;
  }

  /** Returns the fields of every entry. `name` is the ID without the conversation's prefix. */
  made(name: string): Pick<LedgerEntry, "tenant_id" | "id" | "expires_at" | "life"> {
    const isHead = name === "head";
    return {
      tenant_id: this.owner.tenantId,
      id: this.#idOf(name),
      life: this.#life ?? "",
      expires_at: isHead
        ? this.#expiryAfter(LIFETIMES.head)
        : this.#expiryAfter(LIFETIMES.others, MAX_WAIT_MS),
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
  #idOf(name: string): string {
    return `${this.position}/${name === "head" ? name : `${this.#life ?? ""}/${name}`}`;
  }

  /** Returns the name that was passed to `made`. */
  nameOf({ id, life }: LedgerEntry): string {
    return id.slice(`${this.position}/${life}/`.length);
  }

  /**
   * Creates a pointer from a message of the assistant. It expires with the head, which lists these messages.
   */
  saidPointer(digest: string): PointerEntry {
    const id = saidPosition(this.owner, digest, this.position);
    return this.#pointer(id, this.head?.expires_at ?? this.#expiryAfter(LIFETIMES.head));
  }

  /** Creates a pointer from the owner to the conversation of a run. */
  runPointer(runId: string): PointerEntry {
    return this.#pointer(runPosition(this.owner, runId), this.#expiryAfter(LIFETIMES.others, MAX_WAIT_MS));
  }

  #pointer(id: string, expires_at: string): PointerEntry {
    return { ...this.made("pointer"), id, expires_at, type: "pointer", conversation: this.position };
  }

  /**
   * Extends all entries to outlive the head after its next write. Entries of waiting calls have their own
   * expiry. Each entry is replaced conditionally, because another process may have changed or deleted it.
   */
  async renewOthers(): Promise<void> {
    const { records } = this.#options;
    if (this.#isListedTooShort) await this.put([this.#listed]);
    const due = this.all.filter(
      ({ type, expires_at }) =>
        type !== "head" && type !== "approval" && this.#endsWithin(LIFETIMES.head, expires_at, MAX_WAIT_MS),
    );
    if (due.length === 0) return;
    const expires_at = this.#expiryAfter(LIFETIMES.others, MAX_WAIT_MS);
    const renewed = await Promise.all(
      due.map(async (entry) => {
        const standing = "standing" in entry && { standing: entry.standing };
        const where = { expires_at: entry.expires_at, ...standing };
        const next = { ...entry, expires_at };
        return (await records.replace(LEDGER_ENTRIES, next, where)) ? [next] : [];
      }),
    );
    this.#update(renewed.flat());
  }

  /** Returns when the owner's pointer expires after `renewOthers`. */
  get listedUntil(): string {
    return this.#isListedTooShort ? this.#listed.expires_at : (this.head?.listed_until ?? "");
  }

  /** Extends a head that would expire too early, unless a run has meanwhile done so by writing it. */
  async renewHead(): Promise<void> {
    const { head } = this;
    if (head && (this.#endsWithin(1, head.expires_at) || this.#isListedTooShort))
      await this.replaceHead(head, { listed_until: this.listedUntil });
  }

  /** Extends the conversation until well after this time, until which one of its calls waits. */
  async outlast(time: string): Promise<void> {
    await this.renewOthers();
    const expires_at = timestamp(Date.parse(time) + this.#options.keptMs * LIFETIMES.head);
    const changes = { listed_until: this.listedUntil, expires_at };
    for (let { head } = this; head && head.expires_at < expires_at; head = await this.readHead())
      if (await this.replaceHead(head, changes)) return;
  }

  /** Creates a pointer from the owner to the conversation. */
  get #listed(): PointerEntry {
    return this.#pointer(
      ownPosition(this.owner, this.position),
      this.#expiryAfter(LIFETIMES.listed, MAX_WAIT_MS),
    );
  }

  get #isListedTooShort(): boolean {
    const { head } = this;
    return head !== undefined && this.#endsWithin(MIN_LISTED, head.listed_until, MAX_WAIT_MS);
  }

  #endsWithin(parts: number, at: string, beyondMs = 0): boolean {
    const { clock, keptMs } = this.#options;
    return Date.parse(at) - clock.now() < keptMs * parts + beyondMs;
  }

  #expiryAfter(parts: number, beyondMs = 0): string {
    const { clock, keptMs } = this.#options;
    return timestamp(clock.now() + keptMs * parts + beyondMs);
  }

  async seal(id: string, field: string, value: unknown): Promise<string> {
    const place = sealedEntry(this.owner.tenantId, id, field);
    return this.#options.vault.seal(place, new Secret(JSON.stringify(value)));
  }

  async open<T>(id: string, field: string, cipher: string): Promise<T> {
    const text = await this.#options.vault.open(sealedEntry(this.owner.tenantId, id, field), cipher);
    return JSON.parse(text.reveal()) as T;
  }

  #update(entries: readonly LedgerEntry[]): void {
    const own = entries.filter(({ id }) => id.startsWith(`${this.position}/`));
    const ids = new Set(own.map(({ id }) => id));
    this.#stored = [...this.#stored.filter(({ id }) => !ids.has(id)), ...own];
  }
}

/** Returns the identity for which a field of an entry is encrypted. */
export function sealedEntry(tenantId: string, recordId: string, field: string): SealedPlace {
  return { tenantId, recordId, kind: "conversation", field };
}

export function conversationNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such conversation.");
}

function tenantDeleted(): ServiceError {
  return new ServiceError("not_found", "The tenant has been deleted.");
}
