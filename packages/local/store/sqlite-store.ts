import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type Database from "libsql";
import { failureOf, type SqlFailure } from "./commit-batch.js";
import type { Committer } from "./commit-queue.ts";
import {
  DamagedRowError,
  type FoundValue,
  plainValue,
  readRow,
  type SqlValue,
  type StoredRow,
  selectRows,
  sqlText,
  whereKey,
} from "./rows.ts";
import type { Table } from "./tables.ts";
import { Transaction } from "./transaction.ts";

/** Every turn means that another writer came first; so many in a row are a storm, not a race. */
const MAX_TURNS = 100;

/** End of a query, after `SELECT … FROM table`, and its values. */
export interface RowQuery {
  /** From `WHERE` on. */
  sql: string;
  values: readonly SqlValue[];
}

/**
 * One store: reads in this thread, from what has been committed, and transactions that are written elsewhere.
 * Every row is checked when it is read. Throws ServiceError `store_damaged` or `unavailable`.
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

  /** The row of one key. */
  row(table: Table, key: readonly SqlValue[]): StoredRow | undefined {
    return this.rows(table, { sql: whereKey(table), values: key })[0];
  }

  /** The record of one key, as whoever wrote it knows it. */
  record<T>(table: Table, ...key: readonly SqlValue[]): T | undefined {
    const row = this.row(table, key);
    return row && (JSON.parse(row.body) as T);
  }

  records<T>(table: Table, query: RowQuery): T[] {
    return this.rows(table, query).map(({ body }) => JSON.parse(body) as T);
  }

  rows(table: Table, { sql, values }: RowQuery): StoredRow[] {
    return this.#guarded(table.name, () =>
      this.#select(`${selectRows(table)} ${sql}`, values).map((row) => readRow(table, row)),
    );
  }

  /**
   * Rows of a `SELECT` that reads an index or counts: what they name is not checked. Texts are selected
   * `asBytes`.
   */
  select(table: Table, { sql, values }: RowQuery): SqlValue[][] {
    return this.#guarded(table.name, () => this.#select(sql, values).map((row) => row.map(plainValue)));
  }

  /**
   * Writes what `decide` puts into the transaction, whole or not at all, and returns what it returned once
   * the disk has it. `decide` runs again when something that it read has changed meanwhile.
   */
  async transact<T>(decide: (transaction: Transaction) => T): Promise<T> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const transaction = new Transaction((table, key) => this.row(table, key));
      const decided = decide(transaction);
      const { guards, statements } = transaction;
      if (statements.length === 0) return decided;
      const outcome = await this.#committer.commit({ guards, statements });
      if ("failure" in outcome) {
        const failed = this.#failed("store", outcome.failure);
        this.#writeFailure = failed.message;
        throw failed;
      }
      this.#writeFailure = undefined;
      if (outcome.committed) return decided;
    }
    throw storeUnavailable({ code: "BUSY", message: "Others have changed the record again and again." });
  }

  /** Why the store cannot be relied on: damage that this process has read, or a last write that failed. */
  problem(): string | undefined {
    if (this.#damagedTable === undefined) return this.#writeFailure;
    return `A record in the table ${this.#damagedTable} is damaged (store_damaged); \`plumbline check\` names all.`;
  }

  /** Waits for what is being written, then closes the file. */
  async close(): Promise<void> {
    // The last to close moves the log into the file, which the committer's thread does better.
    if (!this.#database.memory) this.#database.close();
    await this.#committer.close();
    if (this.#database.memory) this.#database.close();
  }

  #select(sql: string, values: readonly SqlValue[]): FoundValue[][] {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql).raw();
    this.#prepared.set(sql, statement);
    return statement.all(...values.map(sqlText)) as FoundValue[][];
  }

  #guarded<T>(table: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof DamagedRowError) {
        this.#logDamage(table);
        throw storeDamaged(error);
      }
      throw this.#failed(table, failureOf(error));
    }
  }

  #failed(table: string, failure: ReturnType<typeof failureOf>) {
    if (!DAMAGE.test(failure.code)) return storeUnavailable(failure);
    this.#logDamage(table, failure.code);
    return storeDamaged(failure);
  }

  #logDamage(table: string, code?: string): void {
    this.#damagedTable = table;
    this.#logger.log("error", "store_damaged", { table, error_code: code });
  }
}

/** Error codes that SQLite reports for a file whose structure is broken (https://sqlite.org/rescode.html). */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/** The store holds something that is not as it was written. Its log line names the table. */
function storeDamaged(cause?: unknown): ServiceError {
  const message = "A stored record is damaged. Whoever runs this service can restore it from a backup.";
  return new ServiceError("store_damaged", message, { cause });
}

/** The store could not be read or written, and nothing was. */
function storeUnavailable({ code, message }: SqlFailure): ServiceError {
  return new ServiceError(
    "unavailable",
    code.startsWith("SQLITE_FULL")
      ? "The disk of the store is full; free some space and try again."
      : `The store cannot be used at the moment (${code}); try again shortly.`,
    { cause: new Error(`${code}: ${message}`) },
  );
}
