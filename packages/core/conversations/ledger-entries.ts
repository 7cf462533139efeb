import { Secret } from "../access/secret.ts";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { SealedPlace, Vault } from "../credentials/vault/vault.ts";
import { WAITS_MS } from "../dispatch/approval-port.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { ConversationOwner } from "./conversation-owner.ts";
import {
  HEAD_ENTRIES,
  type HeadEntry,
  LEDGER_ENTRIES,
  type LedgerEntry,
  type PointerEntry,
  WRITE_ENTRIES,
  type WriteEntry,
} from "./conversation-records.ts";
import { ownPosition, runPosition, saidPosition } from "./positions.ts";

/**
 * Lifetimes of entries, in parts of `keptMs`. A call renews a head that has less than one left, so that the
 * head is written once an hour and not for each call. All others outlive it, also where a call makes it wait
 * for a person: no conversation lives on that has forgotten what it read. The pointer from the owner outlives
 * those: a deletion finds them all.
 */
const LASTS = { head: 25 / 24, others: 30 / 24, listed: 36 / 24 };
const LISTED_AT_LEAST = 31 / 24;

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
  /** All that is stored, also of an earlier conversation of this id. */
  #stored: readonly LedgerEntry[] = [];
  /** The conversation that is alive. */
  #life: string | undefined;

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

  /** Also once it has expired. */
  get #storedHead(): HeadEntry | undefined {
    return this.#stored.find((entry) => entry.type === "head");
  }

  /** Reads all of them, by one query. Throws ServiceError `not_found` where they are somebody else's. */
  async read(): Promise<void> {
    const { records, clock } = this.#options;
    const range = { first: `${this.position}/`, last: `${this.position}/~` };
    const found: LedgerEntry[] = [];
    for await (const some of records.range(LEDGER_ENTRIES, this.owner.tenantId, range)) found.push(...some);
    this.#stored = found;
    const head = this.#storedHead;
    this.#life = head && Date.parse(head.expires_at) > clock.now() ? head.life : undefined;
    if (this.head && this.head.owner !== this.owner.digest) throw noConversation();
  }

  /** Reads the head again. Returns `undefined` where this conversation was deleted or has expired. */
  async readHead(): Promise<HeadEntry | undefined> {
    const { head } = this;
    const key = [this.owner.tenantId, `${this.position}/head`];
    const stored = head && (await this.#options.records.get(HEAD_ENTRIES, key));
    if (!stored || stored.life !== head?.life) return undefined;
    this.#keep([stored]);
    return stored;
  }

  /** Writes entries, whatever was stored there. */
  async put(entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const answer = await this.#options.records.putAll(LEDGER_ENTRIES, entries);
    if (answer === "tenant_deleted") throw tenantDeleted();
    this.#keep(entries);
  }

  /** Writes a write where none is. Returns the one that is stored there; `undefined` where it was written. */
  async insertWrite(entry: WriteEntry): Promise<WriteEntry | undefined> {
    const { records } = this.#options;
    for (;;) {
      const answer = await records.insert(WRITE_ENTRIES, entry);
      if (answer === "tenant_deleted") throw tenantDeleted();
      if (answer === "written") break;
      const stored = await records.get(WRITE_ENTRIES, [entry.tenant_id, entry.id]);
      // Left out where it was dropped meanwhile, as it had sent nothing.
      if (stored) return stored;
    }
    this.#keep([entry]);
    return undefined;
  }

  /** Keeps the outcomes of writes, unless the conversation was deleted. */
  async settle(writes: readonly WriteEntry[]): Promise<void> {
    const expires_at = this.#after(LASTS.others, WAITS_MS);
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

  /** Deletes all but the head, with the pointers from what was said, also of an earlier conversation. */
  async #clear(): Promise<void> {
    const owner = { ...this.owner, digest: this.#storedHead?.owner ?? this.owner.digest };
    const said = this.#stored.flatMap((entry) => {
      if (entry.type === "head") return entry.said;
      return entry.type === "said" ? [entry.id.slice(entry.id.lastIndexOf("/") + 1)] : [];
    });
    await this.delete(said.map((digest) => saidPosition(owner, digest, this.position)));
    await this.delete(this.#stored.flatMap(({ type, id }) => (type === "head" ? [] : [id])));
  }

  /** Deletes all of it. Can be repeated where it was broken off: the head, and what leads to it, go last. */
  async erase(): Promise<void> {
    await this.#clear();
    const ids = [`${this.position}/head`, ownPosition(this.owner, this.position)];
    const deletions = ids.map((id) => ({ kind: LEDGER_ENTRIES, delete: [this.owner.tenantId, id] }));
    await this.#options.records.transact<LedgerEntry[]>(deletions);
    this.#stored = [];
  }

  /** Makes sure that the conversation has begun, and that a deletion will find an entry that is added now. */
  async prepare(): Promise<void> {
    while (!this.head && !(await this.insertHead(null))) await this.read();
    await this.renewOthers();
  }

  /** Returns `false` where somebody was quicker; `read` tells whether that is its owner. */
  async insertHead(run: HeadEntry["run"], state_cipher: string | null = null): Promise<boolean> {
    const { records, clock, random } = this.#options;
    const life = random.uuid();
    // First what leads to it: nothing of an end user may be stored that their deletion would not find.
    const listed = { ...this.#listed, life };
    await this.put([listed]);
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
    // An expired one is as good as none, but it is still stored there.
    const { revision } = this.#storedHead ?? {};
    if (revision !== undefined) {
      await this.#clear();
      if (!(await records.replace(HEAD_ENTRIES, head, { revision }))) return false;
    } else {
      const answer = await records.insert(HEAD_ENTRIES, head);
      if (answer === "tenant_deleted") throw tenantDeleted();
      if (answer !== "written") return false;
    }
    this.#stored = [head];
    this.#life = life;
    return true;
  }

  /** Writes an entry where none is. */
  async insert(entry: LedgerEntry): Promise<boolean> {
    if ((await this.#options.records.insert(LEDGER_ENTRIES, entry)) !== "written") return false;
    this.#keep([entry]);
    return true;
  }

  /**
   * Replaces the head as it was read, and lets it end no earlier. Returns `false` where another one is stored
   * by now.
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
    if (!(await records.replace(HEAD_ENTRIES, next, { revision: head.revision }))) return false;
    this.#keep([next]);
    return true;
  }

  /** The fields that every entry has. `name`: without the conversation's part. */
  made(name: string): Pick<LedgerEntry, "tenant_id" | "id" | "expires_at" | "life"> {
    const isHead = name === "head";
    const life = this.#life ?? "";
    return {
      tenant_id: this.owner.tenantId,
      // A run that outlives its conversation writes beside those of the next one of this id, never over them.
      id: `${this.position}/${isHead ? name : `${life}/${name}`}`,
      life,
      expires_at: isHead ? this.#after(LASTS.head) : this.#after(LASTS.others, WAITS_MS),
    };
  }

  /** The name that an entry was made by. */
  nameOf({ id, life }: LedgerEntry): string {
    return id.slice(`${this.position}/${life}/`.length);
  }

  /** Leads from what the assistant has said. It ends with the head, which lists what was said. */
  saidPointer(digest: string): PointerEntry {
    const id = saidPosition(this.owner, digest, this.position);
    return this.#pointer(id, this.head?.expires_at ?? this.#after(LASTS.head));
  }

  /** Leads from the owner to the conversation of a run. */
  runPointer(runId: string): PointerEntry {
    return this.#pointer(runPosition(this.owner, runId), this.#after(LASTS.others, WAITS_MS));
  }

  #pointer(id: string, expires_at: string): PointerEntry {
    return { ...this.made("pointer"), id, expires_at, type: "pointer", conversation: this.position };
  }

  /**
   * Makes all entries outlive the head as it is written next; not what waits, which has its own time. Each is
   * replaced as it was read: another process may have changed it meanwhile, or deleted it.
   */
  async renewOthers(): Promise<void> {
    const { records } = this.#options;
    if (this.#isListedTooShort) await this.put([this.#listed]);
    const due = this.all.filter(
      ({ type, expires_at }) =>
        type !== "head" && type !== "approval" && this.#endsWithin(LASTS.head, expires_at, WAITS_MS),
    );
    if (due.length === 0) return;
    const expires_at = this.#after(LASTS.others, WAITS_MS);
    const renewed = await Promise.all(
      due.map(async (entry) => {
        const standing = "standing" in entry && { standing: entry.standing };
        const where = { expires_at: entry.expires_at, ...standing };
        const next = { ...entry, expires_at };
        return (await records.replace(LEDGER_ENTRIES, next, where)) ? [next] : [];
      }),
    );
    this.#keep(renewed.flat());
  }

  /** Says until when the pointer of `renewOthers` leads from the owner to the conversation. */
  get listedUntil(): string {
    return this.#isListedTooShort ? this.#listed.expires_at : (this.head?.listed_until ?? "");
  }

  /** Renews a head that would expire too early. A run that has written it meanwhile did the same. */
  async renewHead(): Promise<void> {
    const { head } = this;
    if (head && (this.#endsWithin(1, head.expires_at) || this.#isListedTooShort))
      await this.replaceHead(head, { listed_until: this.listedUntil });
  }

  /** Lets the conversation last as long after this time as after an event: until then a call of it waits. */
  async outlast(time: string): Promise<void> {
    await this.renewOthers();
    const expires_at = timestamp(Date.parse(time) + this.#options.keptMs * LASTS.head);
    const changes = { listed_until: this.listedUntil, expires_at };
    for (let { head } = this; head && head.expires_at < expires_at; head = await this.readHead())
      if (await this.replaceHead(head, changes)) return;
  }

  /** Leads from the owner to the conversation. */
  get #listed(): PointerEntry {
    return this.#pointer(ownPosition(this.owner, this.position), this.#after(LASTS.listed, WAITS_MS));
  }

  get #isListedTooShort(): boolean {
    const { head } = this;
    return head !== undefined && this.#endsWithin(LISTED_AT_LEAST, head.listed_until, WAITS_MS);
  }

  #endsWithin(parts: number, at: string, beyondMs = 0): boolean {
    const { clock, keptMs } = this.#options;
    return Date.parse(at) - clock.now() < keptMs * parts + beyondMs;
  }

  #after(parts: number, beyondMs = 0): string {
    const { clock, keptMs } = this.#options;
    return timestamp(clock.now() + keptMs * parts + beyondMs);
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
    this.#stored = [...this.#stored.filter(({ id }) => !ids.has(id)), ...own];
  }

  #place(recordId: string, field: string): SealedPlace {
    return { tenantId: this.owner.tenantId, recordId, kind: "conversation", field };
  }
}

export function noConversation(): ServiceError {
  return new ServiceError("not_found", "There is no such conversation.");
}

function tenantDeleted(): ServiceError {
  return new ServiceError("not_found", "The tenant has been deleted.");
}
