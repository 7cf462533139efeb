import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type Database from "libsql";
import { commitBatch, failureOf, type TransactionOutcome, type TransactionRequest } from "./commit-batch.js";
import { commitMarkPath } from "./commit-mark.js";

/** Commits transactions and returns the outcome of each once it is on disk. */
export interface Committer {
  commit(transaction: TransactionRequest): Promise<TransactionOutcome>;
  /** Waits for writes in progress. */
  close(): Promise<void>;
}

interface Waiting {
  transaction: TransactionRequest;
  tell(outcome: TransactionOutcome): void;
}

const ENDED = { failure: { code: "WRITER_ENDED", message: "The store's writer has ended." } };

/**
 * Passes transactions to the thread that writes the file. One batch is written at a time, and transactions
 * that arrive meanwhile form the next. Many writers thus share one wait for the disk, and the event loop
 * never blocks.
 */
export class CommitQueue implements Committer {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  #waiting: Waiting[] = [];
  #underWay: Waiting[] | undefined;
  #ended = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.#exited = new Promise((resolve) => worker.once("exit", resolve));
    worker.on("message", (outcomes: TransactionOutcome[]) => this.#tell(outcomes));
    worker.on("error", () => this.#end());
    worker.on("exit", () => this.#end());
    worker.unref();
  }

  /** Starts the writer of the store at `path`. Throws SQLite's error. */
  static async open(path: string): Promise<CommitQueue> {
    const worker = new Worker(new URL("./commit-worker.js", import.meta.url), {
      // Passes nothing from this process: no environment, and no loader that would slow down the start.
      env: {},
      execArgv: [],
      workerData: { store: path, mark: commitMarkPath(path) },
    });
    await once(worker, "message");
    return new CommitQueue(worker);
  }

  commit(transaction: TransactionRequest): Promise<TransactionOutcome> {
    if (this.#ended) return Promise.resolve(ENDED);
    return new Promise((tell) => {
      this.#waiting.push({ transaction, tell });
      // Once for everything written in this turn of the event loop.
      if (this.#waiting.length === 1 && !this.#underWay) setImmediate(() => this.#send());
    });
  }

  async close(): Promise<void> {
    while (!this.#ended && (this.#underWay || this.#waiting.length > 0)) await new Promise(setImmediate);
    if (!this.#ended) this.#worker.postMessage("close");
    this.#worker.ref();
    await this.#exited;
  }

  #send(): void {
    if (this.#underWay || this.#waiting.length === 0 || this.#ended) return;
    this.#underWay = this.#waiting;
    this.#waiting = [];
    // A pending response keeps the process alive.
    this.#worker.ref();
    this.#worker.postMessage(this.#underWay.map(({ transaction }) => transaction));
  }

  #tell(outcomes: readonly TransactionOutcome[]): void {
    const told = this.#underWay ?? [];
    this.#underWay = undefined;
    this.#worker.unref();
    for (const [index, { tell }] of told.entries()) tell(outcomes[index] ?? ENDED);
    this.#send();
  }

  #end(): void {
    this.#ended = true;
    for (const { tell } of [...(this.#underWay ?? []), ...this.#waiting]) tell(ENDED);
    this.#underWay = undefined;
    this.#waiting = [];
  }
}

/** Commits immediately in this thread. For a store in memory, which never waits for a disk. */
export function createImmediateCommitter(database: Database.Database): Committer {
  return {
    async commit(transaction) {
      try {
        return commitBatch(database, [transaction])[0] ?? ENDED;
      } catch (error) {
        return { failure: failureOf(error) };
      }
    },
    close: async () => undefined,
  };
}
