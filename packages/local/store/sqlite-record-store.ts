import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import {
  keyOf,
  positionOf,
  type RecordKey,
  type RecordKind,
  withKey,
} from "@plumbline/core/records/record-kind.ts";
import type {
  InsertAnswer,
  KeyRange,
  RecordOf,
  RecordRead,
  RecordStore,
  RecordWrite,
  Where,
} from "@plumbline/core/records/record-store.ts";
import { findList, listFoundValues } from "./found-columns.ts";
import type { StoredRow } from "./rows.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { findTable, TABLES, type Table, TENANT_TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Default number of rows per read. */
const READ_BATCH_SIZE = 500;

/**
 * Stores records in the tables of one SQLite file. Each write transaction checks whether the tenant was
 * deleted, so nothing has to be undone.
 */
export class SqliteRecordStore implements RecordStore {
  readonly #store: SqliteStore;

  constructor(store: SqliteStore) {
    this.#store = store;
  }

  async get<R extends object>(kind: RecordKind<R>, key: RecordKey): Promise<R | undefined> {
    return this.#store.record<R>(getTable(kind), ...key);
  }

  async getMany<Read extends RecordRead<never>>(
    reads: readonly Read[],
  ): Promise<(RecordOf<Read> | undefined)[]> {
    return reads.map(({ kind, key }) => this.#store.record<RecordOf<Read>>(getTable(kind), ...key));
  }

  insert<R extends object>(kind: RecordKind<R>, record: R): Promise<InsertAnswer> {
    return this.#store.transact((transaction) => {
      if (isOwnerDeleted(transaction, kind, record)) return "tenant_deleted";
      return this.#insert(transaction, kind, record) ? "written" : "taken";
    });
  }

  put<R extends object>(kind: RecordKind<R>, record: R): Promise<"written" | "tenant_deleted"> {
    return this.putAll(kind, [record]);
  }

  putAll<R extends object>(
    kind: RecordKind<R>,
    records: readonly R[],
  ): Promise<"written" | "tenant_deleted"> {
    return this.#store.transact((transaction) => {
      const [first] = records;
      if (first && isOwnerDeleted(transaction, kind, first)) return "tenant_deleted";
      for (const record of records) putRow(transaction, kind, record);
      return "written";
    });
  }

  replace<R extends object>(kind: RecordKind<R>, record: R, where: Where<R>): Promise<boolean> {
    return this.#store.transact((transaction) => this.#replace(transaction, kind, record, where));
  }

  change<R extends object>(
    kind: RecordKind<R>,
    key: RecordKey,
    changes: Partial<R>,
    where: Where<R>,
  ): Promise<boolean> {
    return this.#store.transact((transaction) => {
      const stored = getRow(transaction, kind, key);
      return stored !== undefined && this.#replace(transaction, kind, { ...stored, ...changes }, where);
    });
  }

  delete<R extends object>(kind: RecordKind<R>, key: RecordKey, where: Where<R> = {}): Promise<boolean> {
    return this.#store.transact((transaction) => {
      if (!holds(getRow(transaction, kind, key), where)) return false;
      transaction.delete(getTable(kind), key);
      return true;
    });
  }

  async page<R extends object>(
    kind: RecordKind<R>,
    list: string,
    { after, limit, wanted = () => true }: PageRequest & { wanted?: (record: R) => boolean },
  ): Promise<Page<R>> {
    const matches: R[] = [];
    for (const records of this.#read(kind, list, { after, together: limit + 1 })) {
      matches.push(...records.filter(wanted));
      if (matches.length > limit) break;
    }
    const items = matches.slice(0, limit);
    return { items, next: matches.length > limit ? placeInList(kind, items.at(-1)) : null };
  }

  async *range<R extends object>(
    kind: RecordKind<R>,
    owner: string,
    range: KeyRange = {},
  ): AsyncGenerator<readonly R[]> {
    yield* this.#read(kind, owner, range);
  }

  /** Yields the records of a list in order, some at a time. */
  *#read<R extends object>(
    kind: RecordKind<R>,
    list: string,
    {
      first,
      last,
      after,
      backwards = false,
      together = READ_BATCH_SIZE,
    }: KeyRange & { after?: string | undefined },
  ): Generator<readonly R[], void> {
    const table = getTable(kind);
    const { where, values, position } = findList(table, list);
    let from = after === undefined ? first : toComparable(table, after);
    let to = last;
    let [open, close] = [after === undefined ? ">=" : ">", "<="];
    for (;;) {
      const bounds = [
        ...(from === undefined ? [] : [{ sql: `AND ${position} ${open} ?`, value: from }]),
        ...(to === undefined ? [] : [{ sql: `AND ${position} ${close} ?`, value: to }]),
      ];
      const order = `ORDER BY ${position} ${backwards ? "DESC" : "ASC"} LIMIT ?`;
      const rows = this.#store.rows(table, {
        sql: `WHERE ${where} ${bounds.map(({ sql }) => sql).join(" ")} ${order}`,
        values: [...values, ...bounds.map(({ value }) => value), together],
      });
      const found = rows.map((row) => toPlacedRecord(kind, row));
      if (found.length > 0) yield found;
      if (found.length < together) return;
      const at = toComparable(table, placeInList(kind, found.at(-1)));
      if (backwards) [to, close] = [at, "<"];
      else [from, open] = [at, ">"];
    }
  }

  async count(kind: RecordKind<never>, owner: string, most: number): Promise<number> {
    const { name, key } = getTable(kind);
    const [ownerColumn] = Object.keys(key);
    const sql = `SELECT 1 FROM ${name} WHERE ${ownerColumn} = ? LIMIT ?`;
    return this.#store.select(getTable(kind), { sql, values: [owner, most] }).length;
  }

  async *withField<R extends object>(kind: RecordKind<R>, field: keyof R & string): AsyncGenerator<R> {
    for (const record of this.#store.listRecords<R>(getTable(kind), { sql: "", values: [] }))
      if ((record[field] ?? null) !== null) yield record;
  }

  transact(writes: readonly RecordWrite[]): Promise<boolean> {
    return this.#store.transact((transaction) => {
      const done = writes.every((write) => {
        if ("insert" in write) {
          const { kind, insert } = write;
          return !isOwnerDeleted(transaction, kind, insert) && this.#insert(transaction, kind, insert);
        }
        if ("put" in write) {
          putRow(transaction, write.kind, write.put);
          return !isOwnerDeleted(transaction, write.kind, write.put);
        }
        if ("replace" in write) return this.#replace(transaction, write.kind, write.replace, write.where);
        transaction.delete(getTable(write.kind), write.delete);
        return true;
      });
      if (!done) transaction.abandon();
      return done;
    });
  }

  eraseTenant(tenantId: string): Promise<void> {
    return this.#store.transact((transaction) => {
      for (const table of TENANT_TABLES) transaction.deleteWhere(table, "WHERE tenant_id = ?", [tenantId]);
      transaction.deleteWhere(TABLES.apiKeys, "WHERE owner = ?", [tenantId]);
    });
  }

  #insert<R extends object>(transaction: Transaction, kind: RecordKind<R>, record: R): boolean {
    if (getRow(transaction, kind, keyOf(kind, record)) || this.#isTaken(kind, record)) return false;
    putRow(transaction, kind, record);
    return true;
  }

  #replace<R extends object>(
    transaction: Transaction,
    kind: RecordKind<R>,
    record: R,
    where: Where<R>,
  ): boolean {
    const stored = getRow(transaction, kind, keyOf(kind, record));
    if (!holds(stored, where) || this.#isTaken(kind, record)) return false;
    putRow(transaction, kind, record);
    return true;
  }

  /**
   * Returns true if another record has a value that must be unique. If one takes it meanwhile, the unique
   * index rejects the write and the transaction is repeated.
   */
  #isTaken<R extends object>(kind: RecordKind<R>, record: R): boolean {
    const table = getTable(kind);
    const { unique } = table;
    if (!unique) return false;
    const key = keyOf(kind, record);
    const named = Object.fromEntries(
      Object.keys(table.key).map((column, index) => [column, key[index] ?? null]),
    );
    const values = { ...listFoundValues(table, kind, record), ...named };
    if (unique.some((column) => (values[column] ?? null) === null)) return false;
    const same = [...unique.map((column) => `${column} = ?`)].join(" AND ");
    const other = Object.keys(table.key).map((column) => `${column} = ?`);
    const sql = `SELECT 1 FROM ${table.name} WHERE ${same} AND NOT (${other.join(" AND ")})`;
    const wanted = [...unique.map((column) => values[column] ?? null), ...key];
    return this.#store.select(table, { sql, values: wanted }).length > 0;
  }
}

function getTable(kind: Pick<RecordKind<never>, "name">): Table {
  return findTable(kind.name);
}

function getRow<R extends object>(
  transaction: Transaction,
  kind: RecordKind<R>,
  key: RecordKey,
): R | undefined {
  return transaction.get(getTable(kind), key) as R | undefined;
}

/** Returns the record of a listed row with the key under which it is stored, whatever it contains. */
function toPlacedRecord<R extends object>(kind: RecordKind<R>, { key, body }: StoredRow): R {
  return withKey(kind, Object.values(key) as (string | number)[], JSON.parse(body));
}

function putRow<R extends object>(transaction: Transaction, kind: RecordKind<R>, record: R): void {
  const table = getTable(kind);
  const found = listFoundValues(table, kind, record);
  transaction.put(table, { key: keyOf(kind, record), found, record });
}

function holds<R extends object>(stored: R | undefined, where: Where<R>): boolean {
  if (stored === undefined) return false;
  return Object.entries(where).every(([field, value]) => stored[field as keyof R] === value);
}

function isOwnerDeleted<R extends object>(transaction: Transaction, kind: RecordKind<R>, record: R): boolean {
  return kind.key.length > 1 && isDeletedFor(transaction, String(keyOf(kind, record)[0]));
}

/**
 * Returns true if the tenant is deleted, so that nothing may be written for it. Tenants are marked before
 * their records are deleted, so a write based on this check happens before the deletion or not at all.
 */
function isDeletedFor(transaction: Transaction, tenant_id: string): boolean {
  const tenant = transaction.get(TABLES.tenants, [tenant_id]) as { deleted_at: string | null } | undefined;
  return tenant !== undefined && tenant.deleted_at !== null;
}

function placeInList<R extends object>(kind: RecordKind<R>, record: R | undefined): string {
  if (record === undefined) return "";
  return kind.listed?.(record)?.position ?? positionOf(kind, keyOf(kind, record));
}

/** Converts a position to the type of its column. */
function toComparable(table: Table, position: string): string | number {
  const [, type] = Object.values(table.key);
  return type === "INTEGER" ? Number(position) : position;
}
