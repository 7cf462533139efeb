import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type Database from "libsql";
import { commitBatch, failureOf, type TransactionOutcome, type TransactionRequest } from "./commit-batch.js";
import { commitMarkPath } from "./commit-mark.js";

/** Takes transactions and tells what became of each, once the disk has it. */
export interface Committer {
  commit(transaction: TransactionRequest): Promise<TransactionOutcome>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

interface Waiting {
  transaction: TransactionRequest;
  tell(outcome: TransactionOutcome): void;
}

const ENDED = { failure: { code: "WRITER_ENDED", message: "The store's writer has ended." } };

/**
 * Hands transactions to the thread that writes the file. One batch is under way at a time; what comes
 * meanwhile is the next one, so that many writers wait for the disk together, and the event loop never does.
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

  /** Opens the writer of the store at `path`. Throws SQLite's error. */
  static async open(path: string): Promise<CommitQueue> {
    const worker = new Worker(new URL("./commit-worker.js", import.meta.url), {
      // Nothing of this process reaches it: no environment, and no loader that would slow its start.
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
      // Once for all that this turn of the event loop writes.
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
    // Whoever waits for an answer keeps the process alive.
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

/** Commits at once and in this thread: for a store in memory, which no disk holds up. */
export function immediateCommitter(database: Database.Database): Committer {
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
