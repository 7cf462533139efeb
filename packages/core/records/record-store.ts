import type { Page, PageRequest } from "./page.ts";
import type { RecordKey, RecordKind } from "./record-kind.ts";

/**
 * Condition of a write: the values that fields must have. `undefined` means that the field is absent. An
 * empty object means that the record exists.
 */
export type Where<R> = { readonly [field in keyof R]?: R[field] | undefined };

/** `taken`: another record has this key, and nothing was written. */
export type InsertAnswer = "written" | "taken" | "tenant_deleted";

/** A range of keys, inclusive. An omitted end is open. */
export interface KeyRange {
  first?: string | number | undefined;
  last?: string | number | undefined;
  /** If true, returns the last record first. */
  backwards?: boolean;
  /** Number of records per read. Further ones are read as needed. */
  together?: number;
}

export interface RecordRead<R extends object> {
  kind: RecordKind<R>;
  key: RecordKey;
}

export type RecordOf<Read> = Read extends RecordRead<infer R> ? R : never;

/** A write within a transaction. */
export type RecordWrite<R extends object = object> =
  | { kind: RecordKind<R>; insert: R }
  | { kind: RecordKind<R>; put: R }
  | { kind: RecordKind<R>; replace: R; where: Where<R> }
  | { kind: RecordKind<R>; delete: RecordKey };

/** Writes of records of these types. */
type RecordWrites<Rs extends readonly object[]> = {
  readonly [index in keyof Rs]: RecordWrite<Rs[index]>;
};

/** Describes an insert within a transaction. */
export function createInsert<R extends object>(kind: RecordKind<R>, record: R): RecordWrite {
  return { kind, insert: record } as unknown as RecordWrite;
}

/**
 * Stores records of every kind. Implemented on DynamoDB, on SQLite, and by the store that signs and verifies
 * (signed-records.ts). Reads see every acknowledged write. If the response to a write is lost, the platform's
 * client may repeat the write and returns the first result.
 *
 * Writes for a deleted tenant have no effect: `insert`, `put` and `putAll` return `tenant_deleted`, and the
 * conditions of all other writes fail because the record no longer exists. Throws ServiceError `unavailable`
 * or `store_damaged`.
 */
export interface RecordStore {
  get<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<R | undefined>;
  /**
   * Reads records of any kinds in as few requests as possible. Returns them in the order of `reads`, with
   * `undefined` for missing ones. With `stale`, records may be slightly outdated, at half the price.
   */
  getMany<Read extends RecordRead<never>>(
    reads: readonly Read[],
    options?: { stale?: boolean },
  ): Promise<(RecordOf<Read> | undefined)[]>;
  /** Writes a record, unless one exists. */
  insert<R extends object>(kind: RecordKind<R>, record: R): Promise<InsertAnswer>;
  /** Writes a record, replacing any existing one. */
  put<R extends object>(kind: RecordKind<R>, record: R): Promise<"written" | "tenant_deleted">;
  /** Writes several records of one owner, replacing existing ones. */
  putAll<R extends object>(kind: RecordKind<R>, records: readonly R[]): Promise<"written" | "tenant_deleted">;
  /** Replaces the stored record. Returns `false` if the condition does not hold. */
  replace<R extends object>(kind: RecordKind<R>, record: R, where: Where<R>): Promise<boolean>;
  /** Sets fields of the stored record. Returns `false` if the condition does not hold. */
  change<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    changes: Partial<R>,
    where: Where<R>,
  ): Promise<boolean>;
  /** Deletes a record. Returns `false` if the condition does not hold. */
  delete<R extends object>(kind: RecordKind<R>, key: RecordKey, where?: Where<R>): Promise<boolean>;
  /** Returns a page of an owner's records or of a list. Does not count records that `wanted` rejects. */
  page<R extends object>(
    kind: RecordKind<R>,
    list: string,
    page: PageRequest & { wanted?: (record: R) => boolean },
  ): Promise<Page<R>>;
  /** Yields an owner's records, ordered by the second key field. The kind must have two key fields. */
  range<R extends object>(kind: RecordKind<R>, owner: string, range?: KeyRange): AsyncIterable<readonly R[]>;
  /** Counts an owner's records, up to `most`. */
  count(kind: RecordKind<never>, owner: string, most: number): Promise<number>;
  /** Yields all records of a kind in which a field is set. For commands only, not for requests. */
  withField<R extends object>(kind: RecordKind<R>, field: keyof R & string): AsyncIterable<R>;
  /** Performs all writes or none. Returns `false` if a condition does not hold. Accepts up to 25 writes. */
  transact<Rs extends readonly object[]>(writes: RecordWrites<Rs>): Promise<boolean>;
  /** Deletes everything that a tenant owns in both tables, except the tenant's own record. Safe to repeat. */
  eraseTenant(tenantId: string): Promise<void>;
}

/**
 * Forwards everything to another store. Subclasses override what they change. Methods are fields, so that
 * they take their types from the interface.
 */
export abstract class ForwardingRecords implements RecordStore {
  protected readonly inner: RecordStore;
  readonly get: RecordStore["get"] = (kind, key) => this.inner.get(kind, key);
  readonly getMany: RecordStore["getMany"] = (reads, options) => this.inner.getMany(reads, options);
  readonly insert: RecordStore["insert"] = (kind, record) => this.inner.insert(kind, record);
  readonly put: RecordStore["put"] = (kind, record) => this.inner.put(kind, record);
  readonly putAll: RecordStore["putAll"] = (kind, records) => this.inner.putAll(kind, records);
  readonly replace: RecordStore["replace"] = (kind, record, where) => this.inner.replace(kind, record, where);
  readonly change: RecordStore["change"] = (kind, key, changes, where) =>
    this.inner.change(kind, key, changes, where);
  readonly delete: RecordStore["delete"] = (kind, key, where) => this.inner.delete(kind, key, where);
  readonly page: RecordStore["page"] = (kind, list, page) => this.inner.page(kind, list, page);
  readonly range: RecordStore["range"] = (kind, owner, range) => this.inner.range(kind, owner, range);
  readonly count: RecordStore["count"] = (kind, owner, most) => this.inner.count(kind, owner, most);
  readonly withField: RecordStore["withField"] = (kind, field) => this.inner.withField(kind, field);
  readonly transact: RecordStore["transact"] = (writes) => this.inner.transact(writes);
  readonly eraseTenant: RecordStore["eraseTenant"] = (tenantId) => this.inner.eraseTenant(tenantId);

  constructor(inner: RecordStore) {
    this.inner = inner;
  }
}
