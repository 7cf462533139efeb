import type { Database } from "libsql";
import type { SqlValue } from "./rows.ts";

/** Rejects a transaction if a row has changed since it was read. */
export interface Guard {
  /** Selects 1 if the row still has its digest. Finds nothing if the row does not exist. */
  sql: string;
  values: readonly SqlValue[];
  /** True if the row existed. */
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

/** A SQLite error in a form that can be passed between threads. */
export interface SqlFailure {
  code: string;
  message: string;
}

/** `committed: false` if a guard or a unique index rejected it and nothing was written. */
export type TransactionOutcome = { committed: boolean } | { failure: SqlFailure };

/**
 * Commits transactions together with a single wait for the disk. Each is written completely or not at all.
 * Throws SQLite's error if the commit fails; nothing of the batch is then written.
 */
export function commitBatch(
  database: Database.Database,
  transactions: readonly TransactionRequest[],
): TransactionOutcome[];

export function failureOf(error: unknown): SqlFailure;
