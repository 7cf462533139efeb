import type { Guard, SqlStatement } from "./commit-batch.js";
import {
  keyValues,
  type Row,
  type RowValues,
  rowValues,
  type SqlValue,
  type StoredRow,
  whereKey,
} from "./rows.ts";
import { columnsOf, type Table } from "./tables.ts";

/** Reads one row by its key. */
export type ReadKey = (table: Table, key: readonly SqlValue[]) => StoredRow | undefined;

/**
 * Rows that one transaction has read, and rows that it is about to write. The decision rests on the rows as
 * they were read. When one of them has changed by the time of the write, the transaction is refused and
 * decided again.
 */
export class Transaction {
  readonly guards: Guard[] = [];
  readonly statements: SqlStatement[] = [];
  readonly #read: ReadKey;

  constructor(read: ReadKey) {
    this.#read = read;
  }

  /** The record of a key; what is written depends on its staying as it is, or away. */
  get<T extends Table>(table: T, key: RowValues<T["key"]>): object | undefined {
    const values = keyValues(table, key);
    const row = this.#read(table, values);
    this.guards.push({
      sql: guardOf(table),
      values: [row?.digest ?? null, ...values],
      isThere: row !== undefined,
    });
    return row && JSON.parse(row.body);
  }

  /** Writes a record, in place of the one that stands there. */
  put<T extends Table>(table: T, row: Row<T>): void {
    this.statements.push({ sql: upsertOf(table), values: rowValues(table, row) });
  }

  delete<T extends Table>(table: T, key: RowValues<T["key"]>): void {
    this.deleteWhere(table, whereKey(table), keyValues(table, key));
  }

  /** Drops what was to be written. */
  abandon(): void {
    this.statements.length = 0;
  }

  /** Deletes all rows that a `WHERE` names. */
  deleteWhere(table: Table, where: string, values: readonly SqlValue[]): void {
    this.statements.push({ sql: `DELETE FROM ${table.name} ${where}`, values });
  }
}

const guardSql = new Map<Table, string>();
const upsertSql = new Map<Table, string>();

function guardOf(table: Table): string {
  const sql = guardSql.get(table) ?? `SELECT digest = ? FROM ${table.name} ${whereKey(table)}`;
  guardSql.set(table, sql);
  return sql;
}

/** Not `INSERT OR REPLACE`, which would delete whatever another unique index finds. */
function upsertOf(table: Table): string {
  const known = upsertSql.get(table);
  if (known !== undefined) return known;
  const columns = columnsOf(table);
  const changed = columns.slice(Object.keys(table.key).length).map((name) => `${name} = excluded.${name}`);
  const sql =
    `INSERT INTO ${table.name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ` +
    `ON CONFLICT (${Object.keys(table.key).join(", ")}) DO UPDATE SET ${changed.join(", ")}`;
  upsertSql.set(table, sql);
  return sql;
}
