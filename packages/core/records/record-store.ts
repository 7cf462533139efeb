import type { Page, PageRequest } from "./page.ts";
import type { RecordKey, RecordKind } from "./record-kind.ts";

/**
 * Values that fields must have for a write to happen. `undefined` means that the field is absent. An empty
 * object means that the record exists.
 */
export type Where<R> = { readonly [field in keyof R]?: R[field] | undefined };

/** `taken`: another record has this key, and nothing was written. */
export type InsertAnswer = "written" | "taken" | "tenant_deleted";

/** Keys between two positions, both included. A position left out is open. */
export interface KeyRange {
  first?: string | number | undefined;
  last?: string | number | undefined;
  /** The last one first. */
  backwards?: boolean;
  /** Records read at once; the next ones are read when they are wanted. */
  together?: number;
}

/** One record to read. */
export interface RecordRead<R extends object> {
  kind: RecordKind<R>;
  key: RecordKey;
}

/** The record that a read asks for. */
export type RecordOf<Read> = Read extends RecordRead<infer R> ? R : never;

/** One write of a transaction. */
export type RecordWrite<R extends object = object> =
  | { kind: RecordKind<R>; insert: R }
  | { kind: RecordKind<R>; replace: R; where: Where<R> }
  | { kind: RecordKind<R>; delete: RecordKey };

/** Writes of records of these types. */
export type RecordWrites<Rs extends readonly object[]> = {
  readonly [index in keyof Rs]: RecordWrite<Rs[index]>;
};

/** Returns the insertion of a record as one write of a transaction. */
export function insertOf<R extends object>(kind: RecordKind<R>, record: R): RecordWrite {
  return { kind, insert: record } as unknown as RecordWrite;
}

/**
 * Keeps records of every kind. The same interface is implemented on DynamoDB and on SQLite, and by the store
 * that signs and verifies (signed-records.ts). Reads see every acknowledged write. A write whose answer was
 * lost can be repeated by the platform's client: the caller learns what the first one did.
 *
 * Writes for a tenant that was deleted leave nothing: `insert`, `put` and `putAll` answer `tenant_deleted`,
 * and the conditions of all other writes fail, as the record is gone. Throws ServiceError `unavailable` or
 * `store_damaged`.
 */
export interface RecordStore {
  get<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<R | undefined>;
  /**
   * Reads records of any kinds in as few requests as the platform allows. Answers in the order of `reads`,
   * with `undefined` where no record is. `stale`: a moment old, at half the price.
   */
  getMany<Read extends RecordRead<never>>(
    reads: readonly Read[],
    options?: { stale?: boolean },
  ): Promise<(RecordOf<Read> | undefined)[]>;
  /** Writes a record where none is. */
  insert<R extends object>(kind: RecordKind<R>, record: R): Promise<InsertAnswer>;
  /** Writes a record, whatever was there. */
  put<R extends object>(kind: RecordKind<R>, record: R): Promise<"written" | "tenant_deleted">;
  /** Writes several records of one owner, whatever was there. */
  putAll<R extends object>(kind: RecordKind<R>, records: readonly R[]): Promise<"written" | "tenant_deleted">;
  /** Writes a record in place of the stored one. `false`: the condition did not hold. */
  replace<R extends object>(kind: RecordKind<R>, record: R, where: Where<R>): Promise<boolean>;
  /** Sets fields of the stored record. `false`: the condition did not hold. */
  change<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    changes: Partial<R>,
    where: Where<R>,
  ): Promise<boolean>;
  /** Deletes a record. `false`: the condition did not hold. */
  delete<R extends object>(kind: RecordKind<R>, key: RecordKey, where?: Where<R>): Promise<boolean>;
  /** One page of an owner's records, or of a list. What `wanted` leaves out does not shorten the page. */
  page<R extends object>(
    kind: RecordKind<R>,
    list: string,
    page: PageRequest & { wanted?: (record: R) => boolean },
  ): Promise<Page<R>>;
  /** An owner's records of a kind with two key fields, by the second one. */
  range<R extends object>(kind: RecordKind<R>, owner: string, range?: KeyRange): AsyncIterable<readonly R[]>;
  /** Counts an owner's records, and stops at `most`. */
  count(kind: RecordKind<never>, owner: string, most: number): Promise<number>;
  /** Reads every record of a kind, of all owners, in which a field is set. For commands, not for requests. */
  withField<R extends object>(kind: RecordKind<R>, field: keyof R & string): AsyncIterable<R>;
  /** Makes all writes or none. `false`: a condition did not hold. Takes at most 25 writes. */
  transact<Rs extends readonly object[]>(writes: RecordWrites<Rs>): Promise<boolean>;
  /** Erases all that a tenant owns in both tables but its own record. Safe to repeat. */
  eraseTenant(tenantId: string): Promise<void>;
}
