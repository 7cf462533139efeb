import type { Database } from "libsql";
import type { SqlValue } from "./rows.ts";

/** Refuses a transaction when a row is another than the one it was decided on. */
export interface Guard {
  /** Selects 1 while the row has the digest it had; finds nothing where there is no row. */
  sql: string;
  values: readonly SqlValue[];
  /** True when the row existed. */
  isThere: boolean;
}

export interface SqlStatement {
  sql: string;
  values: readonly SqlValue[];
}

export interface TransactionRequest {
  guards: readonly Guard[];
  statements: readonly SqlStatement[];
}

/** An error of SQLite as it passes between threads. */
export interface SqlFailure {
  code: string;
  message: string;
}

/** `committed: false`: a guard or a unique index refused it, and nothing of it was written. */
export type TransactionOutcome = { committed: boolean } | { failure: SqlFailure };

/**
 * Commits transactions together, with one wait for the disk; each of them is written whole or not at all.
 * Throws SQLite's error when the commit fails: nothing of the batch is written then.
 */
export function commitBatch(
  database: Database.Database,
  transactions: readonly TransactionRequest[],
): TransactionOutcome[];

export function failureOf(error: unknown): SqlFailure;
