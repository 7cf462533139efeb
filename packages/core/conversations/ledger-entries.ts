import { timestamp } from "../clock/clock.ts";
import { MAX_WAIT_MS } from "../dispatch/approval-port.ts";
import { ServiceError } from "../errors/service-error.ts";
import {
  HEAD_ENTRIES,
  type HeadEntry,
  LEDGER_ENTRIES,
  type LedgerEntry,
  POINTER_ENTRIES,
  type PointerEntry,
} from "./conversation-records.ts";
import { headId, ownerPointerId, runPointerId, saidPointerId } from "./entry-ids.ts";
import { LIFETIMES, StoredEntries } from "./stored-entries.ts";

/**
 * Multiple of `keptMs`. The owner's pointer is renewed if it expires earlier than this, so that it always
 * outlives the other entries.
 */
const MIN_POINTER_LIFETIME = 31 / 24;

/** Creates an entry of the conversation with this lifetime. */
type CreateEntry = (life: string) => LedgerEntry | Promise<LedgerEntry>;

/**
 * Starts, extends and erases a conversation. Its head is written at the start and the end of a run; pointers
 * lead to it from its owner, its runs and its messages.
 */
export class LedgerEntries extends StoredEntries {
  /** Lifetime of the conversation that this instance has begun. */
  #begun: string | undefined;

  get head(): HeadEntry | undefined {
    const head = this.#storedHead;
    return head?.life === this.life ? head : undefined;
  }

  /** True if the conversation did not exist before. */
  get isNew(): boolean {
    return this.life !== undefined && this.life === this.#begun;
  }

  /** The stored head, even if it has expired. */
  get #storedHead(): HeadEntry | undefined {
    return this.stored.find((entry) => entry.type === "head");
  }

  /** Reads all entries with one query. Throws ServiceError `not_found` if they belong to someone else. */
  async read(): Promise<void> {
    const { records, clock } = this.options;
    const range = { first: `${this.position}/`, last: `${this.position}/~` };
    const found: LedgerEntry[] = [];
    for await (const some of records.range(LEDGER_ENTRIES, this.owner.tenantId, range)) found.push(...some);
    this.stored = found;
    const head = this.#storedHead;
    this.life = head && Date.parse(head.expires_at) > clock.now() ? head.life : undefined;
    if (this.head && this.head.owner !== this.owner.digest) throw conversationNotFound();
  }

  /** Reads the head again. Returns `undefined` if the conversation was deleted or has expired. */
  async readHead(): Promise<HeadEntry | undefined> {
    const { head } = this;
    const key = [this.owner.tenantId, headId(this.position)];
    const stored = head && (await this.options.records.get(HEAD_ENTRIES, key));
    if (!stored || stored.life !== head?.life) return undefined;
    this.update([stored]);
    return stored;
  }

  /**
   * Deletes all entries except the head, including those of an earlier conversation, and the pointers from
   * the assistant's messages.
   */
  async #clear(): Promise<void> {
    const owner = { ...this.owner, digest: this.#storedHead?.owner ?? this.owner.digest };
    const said = this.stored.flatMap((entry) => {
      if (entry.type === "head") return entry.said;
      return entry.type === "said" ? [entry.id.slice(entry.id.lastIndexOf("/") + 1)] : [];
    });
    await this.delete(said.map((digest) => saidPointerId(owner, digest, this.position)));
    await this.delete(this.stored.flatMap(({ type, id }) => (type === "head" ? [] : [id])));
  }

  /**
   * Deletes all entries. Can be repeated after an interruption, because the head and the pointer to it are
   * deleted last.
   */
  async erase(): Promise<void> {
    await this.#clear();
    const ids = [headId(this.position), ownerPointerId(this.owner, this.position)];
    const deletions = ids.map((id) => ({ kind: LEDGER_ENTRIES, delete: [this.owner.tenantId, id] }));
    await this.options.records.transact<LedgerEntry[]>(deletions);
    this.stored = [];
  }

  /** Ensures that the conversation has started, and that a deletion will find entries added from now on. */
  async prepare(): Promise<void> {
    while (!this.head && !(await this.insertHead(null))) await this.read();
    await this.renewOthers();
  }

  /** Writes an entry. A conversation that has not started yet starts with it, in one request. */
  async add(create: CreateEntry): Promise<void> {
    for (let { head } = this; !head; head = this.head) {
      if (await this.insertHead(null, { create })) return;
      await this.read();
    }
    await this.renewOthers();
    await this.put([await create(this.life ?? "")]);
  }

  /**
   * Inserts the head, the pointers to it and, if given, a first entry, in one request. Returns `false` if
   * another process did so first; `read` then checks that it belongs to the same owner.
   */
  async insertHead(
    run: HeadEntry["run"],
    { state_cipher = null, create }: { state_cipher?: string | null; create?: CreateEntry } = {},
  ): Promise<boolean> {
    const { records, clock, random } = this.options;
    const life = random.uuid();
    const ownerPointer = { ...this.#ownerPointer, life };
    const pointers = run ? [ownerPointer, { ...this.runPointer(run.run_id), life }] : [ownerPointer];
    const first = create ? [await create(life)] : [];
    const puts = [...pointers, ...first].map((entry) => ({ kind: LEDGER_ENTRIES, put: entry }));
    const head: HeadEntry = {
      ...this.fieldsOf("head", life),
      type: "head",
      listed_until: ownerPointer.expires_at,
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
      await this.put([ownerPointer]);
      return false;
    }
    this.stored = [head, ...first];
    this.life = life;
    this.#begun = life;
    return true;
  }

  /**
   * Replaces the head if it has not changed since it was read, without shortening its lifetime. If a run
   * begins, makes it findable by its ID in the same request. Returns `false` if the head has changed.
   */
  async replaceHead(
    head: HeadEntry,
    changes: Partial<
      Pick<HeadEntry, "run" | "listed_until" | "turns" | "last_turn" | "said" | "state_cipher" | "expires_at">
    >,
  ): Promise<boolean> {
    const { records, random } = this.options;
    const fields = this.fieldsOf("head");
    const expires_at = head.expires_at > fields.expires_at ? head.expires_at : fields.expires_at;
    const next = { ...head, ...fields, expires_at, ...changes, revision: random.uuid() };
    const where = { revision: head.revision };
    const begun = next.run?.run_id === head.run?.run_id ? undefined : next.run?.run_id;
    const isReplaced =
      begun === undefined
        ? await records.replace(HEAD_ENTRIES, next, where)
        : await records.transact([
            { kind: POINTER_ENTRIES, put: this.runPointer(begun) },
            { kind: HEAD_ENTRIES, replace: next, where },
          ]);
    if (isReplaced) this.update([next]);
    return isReplaced;
  }

  /**
   * Creates a pointer from a message of the assistant. It expires with the head, which lists these messages.
   */
  saidPointer(digest: string): PointerEntry {
    const id = saidPointerId(this.owner, digest, this.position);
    return this.pointer(id, this.head?.expires_at ?? this.expiryAfter(LIFETIMES.head));
  }

  /** Creates a pointer from the owner to the conversation of a run. */
  runPointer(runId: string): PointerEntry {
    return this.pointer(runPointerId(this.owner, runId), this.expiryAfter(LIFETIMES.others, MAX_WAIT_MS));
  }

  /**
   * Extends all entries to outlive the head after its next write. Entries of waiting calls have their own
   * expiry. Each entry is replaced conditionally, because another process may have changed or deleted it.
   */
  async renewOthers(): Promise<void> {
    const { records } = this.options;
    if (this.#isOwnerPointerDue) await this.put([this.#ownerPointer]);
    const due = this.all.filter(
      ({ type, expires_at }) =>
        type !== "head" && type !== "approval" && this.expiresWithin(LIFETIMES.head, expires_at, MAX_WAIT_MS),
    );
    if (due.length === 0) return;
    const expires_at = this.expiryAfter(LIFETIMES.others, MAX_WAIT_MS);
    const renewed = await Promise.all(
      due.map(async (entry) => {
        const standing = "standing" in entry && { standing: entry.standing };
        const where = { expires_at: entry.expires_at, ...standing };
        const next = { ...entry, expires_at };
        return (await records.replace(LEDGER_ENTRIES, next, where)) ? [next] : [];
      }),
    );
    this.update(renewed.flat());
  }

  /** Returns when the owner's pointer expires after `renewOthers`. */
  get listedUntil(): string {
    return this.#isOwnerPointerDue ? this.#ownerPointer.expires_at : (this.head?.listed_until ?? "");
  }

  /** Extends a head that would expire too early, unless a run has meanwhile done so by writing it. */
  async renewHead(): Promise<void> {
    const { head } = this;
    if (head && (this.expiresWithin(1, head.expires_at) || this.#isOwnerPointerDue))
      await this.replaceHead(head, { listed_until: this.listedUntil });
  }

  /** Extends the conversation until well after a time at which the approval of one of its calls expires. */
  async extendBeyond(time: string): Promise<void> {
    await this.renewOthers();
    const expires_at = timestamp(Date.parse(time) + this.options.keptMs * LIFETIMES.head);
    const changes = { listed_until: this.listedUntil, expires_at };
    for (let { head } = this; head && head.expires_at < expires_at; head = await this.readHead())
      if (await this.replaceHead(head, changes)) return;
  }

  /** Creates a pointer from the owner to the conversation. */
  get #ownerPointer(): PointerEntry {
    return this.pointer(
      ownerPointerId(this.owner, this.position),
      this.expiryAfter(LIFETIMES.listed, MAX_WAIT_MS),
    );
  }

  get #isOwnerPointerDue(): boolean {
    const { head } = this;
    return head !== undefined && this.expiresWithin(MIN_POINTER_LIFETIME, head.listed_until, MAX_WAIT_MS);
  }
}

export function conversationNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no such conversation.");
}
