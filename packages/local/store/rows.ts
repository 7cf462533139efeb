import { hash } from "node:crypto";
import { columnsOf, type Table } from "./tables.ts";

export type SqlValue = string | number | null;

/** A value as it is selected: texts come as bytes. */
export type FoundValue = SqlValue | Uint8Array;

/** A record as it is written: where it stands, and itself. */
export interface Row {
  /** Values of the table's `key` columns, in order. */
  key: readonly SqlValue[];
  /** Values of its `found` columns, by name. */
  found: Readonly<Record<string, SqlValue>>;
  record: object;
}

/** A record as it was read, whole. */
export interface StoredRow {
  key: Record<string, SqlValue>;
  /** The record as JSON. */
  body: string;
  digest: string;
}

/** Thrown by `readRow` for a row that is not as it was written. */
export class DamagedRowError extends Error {
  override readonly name = "DamagedRowError";
}

/** The values of a row in the order of `columnsOf`, with the checksum last. */
export function rowValues(table: Table, { key, found, record }: Row): SqlValue[] {
  const columns = Object.keys(table.found).map((name) => found[name] ?? null);
  const values = [...[...key, ...columns].map(sqlText), JSON.stringify(record)];
  return [...values, digestOf(table, values)];
}

/** Turns what `selectRows` found into the stored row. Throws DamagedRowError. */
export function readRow(table: Table, found: readonly FoundValue[]): StoredRow {
  const values = found.map(plainValue);
  const keyNames = Object.keys(table.key);
  const body = values.at(-2);
  const digest = values.at(-1);
  if (
    typeof body !== "string" ||
    typeof digest !== "string" ||
    digest !== digestOf(table, values.slice(0, -1))
  )
    throw new DamagedRowError(`A record in the table ${table.name} is damaged.`);
  return {
    key: Object.fromEntries(keyNames.map((name, index) => [name, values[index] ?? null])),
    body,
    digest,
  };
}

/**
 * Replaces NUL characters. SQLite would end a text at a NUL and so confuse two texts; our keys never contain
 * one.
 */
export function sqlText(value: SqlValue): SqlValue {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\u{FFFFD}") : value;
}

/** `SELECT` of whole rows, as `readRow` takes them. */
export function selectRows(table: Table): string {
  const types: Readonly<Record<string, string>> = { ...table.key, ...table.found };
  const columns = columnsOf(table).map((name) => (types[name] === "INTEGER" ? name : asBytes(name)));
  return `SELECT ${columns.join(", ")} FROM ${table.name}`;
}

/**
 * Selects a text as its bytes: libsql ends the process when a damaged one is no UTF-8 (libsql 0.5.29,
 * value.rs).
 */
export function asBytes(column: string): string {
  return `CAST(${column} AS BLOB)`;
}

/** Turns bytes back into their text. What is no UTF-8 becomes another text, which its checksum gives away. */
export function plainValue(value: FoundValue): SqlValue {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString()
    : value;
}

/** `WHERE` one key. */
export function whereKey(table: Table): string {
  return `WHERE ${Object.keys(table.key)
    .map((name) => `${name} = ?`)
    .join(" AND ")}`;
}

/** 128 bits of SHA-256: no two versions of a record have the same. */
function digestOf(table: Table, values: readonly SqlValue[]): string {
  return hash("sha256", JSON.stringify([table.name, ...values]), "base64url").slice(0, 22);
}
