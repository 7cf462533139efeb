import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { type RunLine, writeRunLine } from "./run-lines.ts";

/** Interval at which chunks are stored and stop requests are checked. */
const STORE_INTERVAL_MS = 2_000;

export interface KeptChunksOptions {
  log: RunLog;
  /** Called when someone asks the run to stop. */
  stop: () => void;
  clock: Clock;
  logger: Logger;
  /** Fields for log lines. */
  about: { tenant_id: string; request_id: string | undefined };
}

/**
 * Stores the chunks and spans of a run as they are produced. A failure of the store is logged and does not
 * end the run.
 */
export class KeptChunks {
  readonly #options: KeptChunksOptions;
  #pending = "";
  #isOver = false;
  #cancel: () => void = () => undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: KeptChunksOptions) {
    this.#options = options;
    this.#schedule();
  }

  add(line: RunLine): void {
    this.#pending += writeRunLine(line);
  }

  /** Stores all remaining chunks, because the run ends or waits. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancel();
    await this.#writing;
    await this.#write(true);
  }

  #schedule(): void {
    if (this.#isOver) return;
    this.#cancel = this.#options.clock.after(STORE_INTERVAL_MS, () => {
      this.#writing = this.#tick().then(() => this.#schedule());
    });
  }

  async #tick(): Promise<void> {
    const { log, stop } = this.#options;
    await this.#write(false);
    if (await log.isAskedToStop().catch(() => false)) stop();
  }

  async #write(isLast: boolean): Promise<void> {
    const { log, logger, about } = this.#options;
    const text = this.#pending;
    if (text === "") return;
    this.#pending = "";
    try {
      await log.append(text, isLast);
    } catch (error) {
      this.#pending = text + this.#pending;
      logger.log("error", "run_not_kept", { ...about, ...describeUnexpected(error) });
    }
  }
}
