import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "../errors/service-error.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { ClosingRows } from "./closing-rows.ts";
import { keyOf, type RecordKey, type RecordKind } from "./record-kind.ts";
import { type RecordMacs, STAGE } from "./record-state.ts";
import type { RecordOf, RecordRead, RecordStore, RecordWrite, Where } from "./record-store.ts";
import { ForwardingRecords } from "./record-store.ts";

/** Reports a record that was modified outside the service or whose version is not current. */
export type ReportRefused = (kind: RecordKind<never>, key: RecordKey) => void;

interface SignedRecordsOptions {
  /** The platform's own record store. */
  records: RecordStore;
  macs: RecordMacs;
  closingRows: ClosingRows;
  reportRefused: ReportRefused;
}

type Signed<R> = R & { mac?: string | undefined };

/**
 * Signs every record that it writes and verifies every record that it reads, so that write access to the
 * database is not enough to forge one. The signature is an HMAC with the stage's key over the whole record,
 * including its key but excluding its noted fields. A record that was modified or moved to another key is
 * never returned: `get` throws ServiceError `store_damaged`, and reads of several records skip it.
 *
 * Unsigned records of an earlier release are accepted until the closing row is written.
 */
export class SignedRecords extends ForwardingRecords {
  readonly #options: SignedRecordsOptions;
  readonly #verified = new VerifiedRecords();

  constructor(options: SignedRecordsOptions) {
    super(options.records);
    this.#options = options;
  }

  override readonly get: RecordStore["get"] = async (kind, key) => {
    const { signed } = kind;
    const isPast = signed !== false && signed.isPast;
    if (isPast && (await this.#options.closingRows.has(signed.unsignedUntil))) return undefined;
    const stored = await this.inner.get(kind, key);
    if (stored === undefined) return undefined;
    return (await this.#verify(kind, key, stored)) ?? refuseRead(kind);
  };

  /** Reads a record like `get`, together with a record of another kind in the same request. */
  async getWith<R extends object, Other extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    other: RecordRead<Other>,
  ): Promise<[record: R | undefined, other: Other | undefined]> {
    const [stored, otherStored] = await this.inner.getMany<RecordRead<never>>([
      { kind, key },
      other,
    ] as never);
    const verified = stored && ((await this.#verify(kind, key, stored as R)) ?? refuseRead(kind));
    return [verified, otherStored as Other | undefined];
  }

  override readonly getMany = async <Read extends RecordRead<never>>(
    reads: readonly Read[],
    options?: { stale?: boolean },
  ): Promise<(RecordOf<Read> | undefined)[]> => {
    const found = await this.inner.getMany(reads, options);
    const verified = found.map((record, index) => {
      const read = reads[index] as RecordRead<object> | undefined;
      return read && record && this.#verify(read.kind, read.key, record);
    });
    return (await Promise.all(verified)) as (RecordOf<Read> | undefined)[];
  };

  override readonly insert: RecordStore["insert"] = async (kind, record) =>
    this.inner.insert(kind, await this.#sign(kind, record));

  override readonly put: RecordStore["put"] = async (kind, record) =>
    this.inner.put(kind, await this.#sign(kind, record));

  override readonly putAll: RecordStore["putAll"] = async (kind, records) =>
    this.inner.putAll(kind, await Promise.all(records.map((record) => this.#sign(kind, record))));

  override readonly replace: RecordStore["replace"] = async (kind, record, where) =>
    this.inner.replace(kind, await this.#sign(kind, record), where);

  /** Reads the record and signs it again, unless only noted fields change. */
  override readonly change = async <R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    changes: Partial<R>,
    where: Where<R>,
  ): Promise<boolean> => {
    const isNoted = Object.keys(changes).every((field) => kind.noted?.includes(field as keyof R & string));
    if (kind.signed === false || isNoted) return this.inner.change(kind, key, changes, where);
    const stored: Signed<R> | undefined = await this.inner.get(kind, key);
    const verified = stored && ((await this.#verify(kind, key, stored)) ?? refuseRead(kind));
    if (!verified) return false;
    const { mac } = await this.#sign(kind, { ...verified, ...changes });
    // Comparing the signature ensures that the record has not changed since it was read.
    const asRead: Where<Signed<R>> = { ...where, mac: stored.mac };
    const signed: Partial<Signed<R>> = { ...changes, mac };
    return this.inner.change(toSignedKind(kind), key, signed, asRead);
  };

  override readonly page: RecordStore["page"] = async (kind, list, page) => {
    const found = await this.inner.page(kind, list, page);
    return { ...found, items: await this.#verifyAll(kind, list, found.items) };
  };

  override readonly range: RecordStore["range"] = (kind, owner, range) =>
    this.#readVerifiedRange(kind, owner, this.inner.range(kind, owner, range));

  override readonly transact: RecordStore["transact"] = async (typed) => {
    const writes = typed as unknown as readonly RecordWrite[];
    const signed = writes.map(async (write): Promise<RecordWrite> => {
      if ("insert" in write) return { ...write, insert: await this.#sign(write.kind, write.insert) };
      if ("put" in write) return { ...write, put: await this.#sign(write.kind, write.put) };
      if ("replace" in write) return { ...write, replace: await this.#sign(write.kind, write.replace) };
      return write;
    });
    return this.inner.transact(await Promise.all(signed));
  };

  /** Signs a stored, unsigned record. Returns `false` if it is signed already or no longer exists. */
  async signStored<R extends object>(kind: RecordKind<R>, stored: R): Promise<boolean> {
    const { mac } = await this.#sign(kind, stored);
    const signature = { mac } as Partial<Signed<R>>;
    const unsigned = { mac: undefined } as unknown as Where<Signed<R>>;
    return this.inner.change(toSignedKind(kind), keyOf(kind, stored), signature, unsigned);
  }

  async *#readVerifiedRange<R extends object>(
    kind: RecordKind<R>,
    owner: string,
    range: AsyncIterable<readonly R[]>,
  ): AsyncGenerator<readonly R[]> {
    for await (const found of range) yield await this.#verifyAll(kind, owner, found);
  }

  /** Verifies records of a list. Rejects a valid record that was copied to another owner's list. */
  async #verifyAll<R extends object>(kind: RecordKind<R>, list: string, records: readonly R[]): Promise<R[]> {
    const all = records.map((record) => {
      const [owner, ...rest] = keyOf(kind, record);
      return this.#verify(kind, [kind.listed ? owner : list, ...rest] as RecordKey, record);
    });
    return (await Promise.all(all)).filter((record) => record !== undefined);
  }

  /** Verifies a record and returns it without its signature. All records are verified here. */
  async #verify<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    stored: Signed<R>,
  ): Promise<R | undefined> {
    const isSigned = kind.signed !== false;
    // Earlier releases omitted the key from some unsigned records.
    const isItsKey = kind.key.every(
      (field, index) => stored[field] === key[index] || (!isSigned && stored[field] === undefined),
    );
    if (isItsKey && !isSigned) return stored;
    const { mac, ...rest } = stored;
    const record = rest as unknown as R;
    if (isItsKey && (this.#verified.has(kind, record, mac) || (await this.#isValid(kind, record, mac))))
      return record;
    this.#options.reportRefused(kind as RecordKind<never>, key);
    return undefined;
  }

  async #isValid<R extends object>(
    kind: RecordKind<R>,
    record: R,
    mac: string | undefined,
  ): Promise<boolean> {
    const { macs, closingRows } = this.#options;
    if (kind.signed === false) return true;
    const { version } = kind.signed;
    if (version?.endsUnsigned && (version.endedAt?.(record) ?? null) !== null) return true;
    if (mac === undefined) return !(await closingRows.has(kind.signed.unsignedUntil));
    if (!(await macs.verify(STAGE, serializeSigned(kind, record), mac))) return false;
    this.#verified.add(kind, record, mac);
    return true;
  }

  /** Signs a record. All records are signed here. */
  async #sign<R extends object>(kind: RecordKind<R>, record: R): Promise<Signed<R>> {
    if (kind.signed === false) return record;
    return { ...record, mac: await this.#options.macs.sign(STAGE, serializeSigned(kind, record)) };
  }
}

/** Returns a kind whose records include the stored signature. */
function toSignedKind<R extends object>(kind: RecordKind<R>): RecordKind<Signed<R>> {
  return kind as unknown as RecordKind<Signed<R>>;
}

/**
 * Handles a read of an invalid record: returns `undefined` if the kind hides such records, otherwise throws
 * ServiceError `store_damaged`.
 */
export function refuseRead<R extends object>({ signed }: RecordKind<R>): undefined {
  if (signed !== false && signed.hidesRefused) return undefined;
  throw new ServiceError(
    "store_damaged",
    "A stored record has been altered. Whoever runs this service can restore it from a backup.",
  );
}

function serializeSigned<R extends object>({ signed, noted = [] }: RecordKind<R>, record: Signed<R>): string {
  if (signed === false) throw new Error("This kind of record is not signed.");
  const { mac: _mac, ...rest } = record;
  const covered = rest as Partial<R>;
  for (const field of noted) delete covered[field];
  return canonicalJson([signed.as, covered]);
}

const MAX_CACHED = 1_000;

interface Verified {
  kind: string;
  fields: Readonly<Record<string, unknown>>;
  count: number;
}

/**
 * Caches records whose signature this process has verified. Comparing fields is cheaper than verifying a
 * signature again on every call.
 */
export class VerifiedRecords {
  readonly #byMac = new Map<string, Verified>();

  /**
   * Returns true if this signature was verified for the same fields, ignoring those that it does not cover.
   */
  has<R extends object>({ name, noted }: RecordKind<R>, record: R, mac: string | undefined): boolean {
    const verified = mac === undefined ? undefined : this.#byMac.get(mac);
    if (verified?.kind !== name) return false;
    let count = 0;
    for (const field of Object.keys(record) as (keyof R & string)[]) {
      if (noted?.includes(field)) continue;
      // Own fields only: an inherited one does not count as a field of the verified record.
      if (!Object.hasOwn(verified.fields, field)) return false;
      const known = verified.fields[field];
      if (record[field] !== known && !isDeepStrictEqual(record[field], known)) return false;
      count += 1;
    }
    return count === verified.count;
  }

  add<R extends object>({ name, noted = [] }: RecordKind<R>, record: R, mac: string): void {
    if (this.#byMac.size >= MAX_CACHED) this.#byMac.clear();
    const covered = Object.entries(record).filter(([field]) => !noted.some((one) => one === field));
    // Copies the fields, because the caller may change the record.
    const fields = structuredClone(Object.fromEntries(covered));
    this.#byMac.set(mac, { kind: name, fields, count: covered.length });
  }
}
