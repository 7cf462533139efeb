import type { Guard, SqlStatement } from "./commit-batch.js";
import {
  escapeSqlText,
  listRowValues,
  type Row,
  type SqlValue,
  type StoredRow,
  writeWhereKey,
} from "./rows.ts";
import { listColumns, type Table } from "./tables.ts";

export type ReadKey = (table: Table, key: readonly SqlValue[]) => StoredRow | undefined;

/**
 * The rows that a transaction has read, and those that it will write. If a row has changed between its read
 * and the write, the transaction is rejected and repeated.
 */
export class Transaction {
  readonly guards: Guard[] = [];
  readonly statements: SqlStatement[] = [];
  readonly #read: ReadKey;

  constructor(read: ReadKey) {
    this.#read = read;
  }

  /**
   * Returns the record with this key. The transaction is rejected if the record changes, or is created,
   * before the write.
   */
  get(table: Table, key: readonly SqlValue[]): object | undefined {
    const row = this.#read(table, key);
    const values = [row?.digest ?? null, ...key.map(escapeSqlText)];
    this.guards.push({ sql: guardOf(table), values, isThere: row !== undefined });
    return row && JSON.parse(row.body);
  }

  /** Writes a record, replacing any existing one. */
  put(table: Table, row: Row): void {
    this.statements.push({ sql: upsertOf(table), values: listRowValues(table, row) });
  }

  delete(table: Table, key: readonly SqlValue[]): void {
    this.deleteWhere(table, writeWhereKey(table), key.map(escapeSqlText));
  }

  /** Discards all writes. */
  abandon(): void {
    this.statements.length = 0;
  }

  /** Deletes all rows that match a `WHERE`. */
  deleteWhere(table: Table, where: string, values: readonly SqlValue[]): void {
    this.statements.push({ sql: `DELETE FROM ${table.name} ${where}`, values });
  }
}

const guardOf = oncePerTable((table) => `SELECT digest = ? FROM ${table.name} ${writeWhereKey(table)}`);

/** Not `INSERT OR REPLACE`, which would also delete rows that conflict on another unique index. */
const upsertOf = oncePerTable((table) => {
  const columns = listColumns(table);
  const changed = columns.slice(Object.keys(table.key).length).map((name) => `${name} = excluded.${name}`);
  return (
    `INSERT INTO ${table.name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ` +
    `ON CONFLICT (${Object.keys(table.key).join(", ")}) DO UPDATE SET ${changed.join(", ")}`
  );
});

function oncePerTable(write: (table: Table) => string): (table: Table) => string {
  const written = new Map<Table, string>();
  return (table) => {
    const sql = written.get(table) ?? write(table);
    written.set(table, sql);
    return sql;
  };
}
