import { hash } from "node:crypto";
import { listColumns, type Table } from "./tables.ts";

export type SqlValue = string | number | null;

/** A selected value. Text is returned as bytes. */
export type FoundValue = SqlValue | Uint8Array;

/** A record to write, with its key and index columns. */
export interface Row {
  /** Values of the table's `key` columns in order. */
  key: readonly SqlValue[];
  /** Values of its `found` columns, by name. */
  found: Readonly<Record<string, SqlValue>>;
  record: object;
}

/** A complete stored record. */
export interface StoredRow {
  key: Record<string, SqlValue>;
  /** The record as JSON. */
  body: string;
  digest: string;
}

/** Thrown by `readRow` if a row differs from what was written. */
export class DamagedRowError extends Error {
  override readonly name = "DamagedRowError";
}

/** Returns the values of a row in the order of `listColumns`, with the checksum last. */
export function listRowValues(table: Table, { key, found, record }: Row): SqlValue[] {
  const columns = Object.keys(table.found).map((name) => found[name] ?? null);
  const values = [...[...key, ...columns].map(escapeSqlText), JSON.stringify(record)];
  return [...values, hashRow(table, values)];
}

/** Converts a result of `selectRows` to a stored row. Throws DamagedRowError. */
export function readRow(table: Table, found: readonly FoundValue[]): StoredRow {
  const values = found.map(decodeSqlValue);
  const keyNames = Object.keys(table.key);
  const body = values.at(-2);
  const digest = values.at(-1);
  if (
    typeof body !== "string" ||
    typeof digest !== "string" ||
    digest !== hashRow(table, values.slice(0, -1))
  )
    throw new DamagedRowError(`A record in the table ${table.name} is corrupt.`);
  return {
    key: Object.fromEntries(keyNames.map((name, index) => [name, values[index] ?? null])),
    body,
    digest,
  };
}

/**
 * Replaces NUL characters. SQLite would end a text at a NUL, so that different texts could be equal. Our keys
 * never contain one.
 */
export function escapeSqlText(value: SqlValue): SqlValue {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\u{FFFFD}") : value;
}

/** Creates a `SELECT` of complete rows for `readRow`. */
export function selectRows(table: Table): string {
  const types: Readonly<Record<string, string>> = { ...table.key, ...table.found };
  const columns = listColumns(table).map((name) => (types[name] === "INTEGER" ? name : asBytes(name)));
  return `SELECT ${columns.join(", ")} FROM ${table.name}`;
}

/**
 * Selects text as bytes, because libsql terminates the process if damaged text is not UTF-8 (libsql 0.5.29,
 * value.rs).
 */
export function asBytes(column: string): string {
  return `CAST(${column} AS BLOB)`;
}

/** Converts bytes to text. Invalid UTF-8 becomes different text, which the checksum reveals. */
export function decodeSqlValue(value: FoundValue): SqlValue {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString()
    : value;
}

/** Creates a `WHERE` for one key. */
export function writeWhereKey(table: Table): string {
  return `WHERE ${Object.keys(table.key)
    .map((name) => `${name} = ?`)
    .join(" AND ")}`;
}

/** Computes a checksum: 128 bits of SHA-256. */
function hashRow(table: Table, values: readonly SqlValue[]): string {
  return hash("sha256", JSON.stringify([table.name, ...values]), "base64url").slice(0, 22);
}
