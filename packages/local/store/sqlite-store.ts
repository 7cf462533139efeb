import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type Database from "libsql";
import { failureOf, type SqlFailure } from "./commit-batch.js";
import type { Committer } from "./commit-queue.ts";
import {
  DamagedRowError,
  decodeSqlValue,
  escapeSqlText,
  type FoundValue,
  readRow,
  type SqlValue,
  type StoredRow,
  selectRows,
  writeWhereKey,
} from "./rows.ts";
import type { Table } from "./tables.ts";
import { Transaction } from "./transaction.ts";

/** Maximum number of attempts while other writers come first. More in a row mean overload, not a race. */
const MAX_TURNS = 100;

/** A query after `SELECT … FROM table`, with its values. */
export interface RowQuery {
  /** Starts with `WHERE`. */
  sql: string;
  values: readonly SqlValue[];
}

/**
 * A store that reads committed data in this thread and writes transactions in another. Verifies every row
 * that it reads. Throws ServiceError `store_damaged` or `unavailable`.
 */
export class SqliteStore {
  readonly #database: Database.Database;
  readonly #committer: Committer;
  readonly #logger: Logger;
  readonly #prepared = new Map<string, Database.Statement<unknown[]>>();
  #damagedTable: string | undefined;
  #writeFailure: string | undefined;

  constructor(database: Database.Database, committer: Committer, logger: Logger) {
    this.#database = database;
    this.#committer = committer;
    this.#logger = logger;
  }

  getRow(table: Table, key: readonly SqlValue[]): StoredRow | undefined {
    return this.rows(table, { sql: writeWhereKey(table), values: key })[0];
  }

  /** Returns the record with this key. The caller must know its type. */
  record<T>(table: Table, ...key: readonly SqlValue[]): T | undefined {
    const row = this.getRow(table, key);
    return row && (JSON.parse(row.body) as T);
  }

  listRecords<T>(table: Table, query: RowQuery): T[] {
    return this.rows(table, query).map(({ body }) => JSON.parse(body) as T);
  }

  rows(table: Table, { sql, values }: RowQuery): StoredRow[] {
    return this.#reportDamage(table.name, () =>
      this.#select(`${selectRows(table)} ${sql}`, values).map((row) => readRow(table, row)),
    );
  }

  /**
   * Returns the unverified rows of a `SELECT` of an index or a count. Text must be selected with `asBytes`.
   */
  select(table: Table, { sql, values }: RowQuery): SqlValue[][] {
    return this.#reportDamage(table.name, () =>
      this.#select(sql, values).map((row) => row.map(decodeSqlValue)),
    );
  }

  /**
   * Runs `decide` and writes its transaction, completely or not at all. Returns the result of `decide` once
   * the transaction is on disk. Runs `decide` again if a row that it read has changed meanwhile.
   */
  async transact<T>(decide: (transaction: Transaction) => T): Promise<T> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const transaction = new Transaction((table, key) => this.getRow(table, key));
      const decided = decide(transaction);
      const { guards, statements } = transaction;
      if (statements.length === 0) return decided;
      const outcome = await this.#committer.commit({ guards, statements });
      if ("failure" in outcome) {
        const failed = this.#toFailure("store", outcome.failure);
        this.#writeFailure = failed.message;
        throw failed;
      }
      this.#writeFailure = undefined;
      if (outcome.committed) return decided;
    }
    throw storeUnavailable({ code: "BUSY", message: "Other changes to the record kept interfering." });
  }

  /** Returns why the store is unreliable: damage found by this process, or a failed last write. */
  findProblem(): string | undefined {
    if (this.#damagedTable === undefined) return this.#writeFailure;
    return `A record in the table ${this.#damagedTable} is corrupt (store_damaged). Run \`plumbline check\` to list all of them.`;
  }

  /** Waits for writes in progress, then closes the file. */
  async close(): Promise<void> {
    // The last connection to close moves the WAL into the file. This is left to the committer's thread.
    if (!this.#database.memory) this.#database.close();
    await this.#committer.close();
    if (this.#database.memory) this.#database.close();
  }

  #select(sql: string, values: readonly SqlValue[]): FoundValue[][] {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql).raw();
    this.#prepared.set(sql, statement);
    return statement.all(...values.map(escapeSqlText)) as FoundValue[][];
  }

  #reportDamage<T>(table: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof DamagedRowError) {
        this.#logDamage(table);
        throw storeDamaged(error);
      }
      throw this.#toFailure(table, failureOf(error));
    }
  }

  #toFailure(table: string, failure: ReturnType<typeof failureOf>) {
    if (!DAMAGE.test(failure.code)) return storeUnavailable(failure);
    this.#logDamage(table, failure.code);
    return storeDamaged(failure);
  }

  #logDamage(table: string, code?: string): void {
    this.#damagedTable = table;
    this.#logger.log("error", "store_damaged", { table, error_code: code });
  }
}

/** SQLite's error codes for a structurally damaged file (https://sqlite.org/rescode.html). */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** Creates the error for a record that differs from what was written. The log line contains the table. */
function storeDamaged(cause?: unknown): ServiceError {
  const message = "A stored record is corrupt. Whoever runs this service can restore it from a backup.";
  return new ServiceError("store_damaged", message, { cause });
}

/** Creates the error for a store that could not be read or written. Nothing was written. */
function storeUnavailable({ code, message }: SqlFailure): ServiceError {
  return new ServiceError(
    "unavailable",
    code.startsWith("SQLITE_FULL")
      ? "The disk of the store is full. Free some space and try again."
      : `The store cannot be used at the moment (${code}). Try again shortly.`,
    { cause: new Error(`${code}: ${message}`) },
  );
}
