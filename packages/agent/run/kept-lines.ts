import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { RunOutput } from "@plumbline/core/conversations/run-log.ts";
import type { Chunk } from "./chunk.ts";
import { waitOrAbort } from "./run-end.ts";
import { type RunLine, readRunLine } from "./run-lines.ts";

/** Interval at which the store is polled for a run in another process, or for a decision. */
export const POLL_INTERVAL_MS = 1_000;

/** Final chunks of a run whose process died. */
const INTERRUPTED: readonly Chunk[] = [
  {
    type: "error",
    error_code: "unavailable",
    message:
      "The service stopped in the middle of this run. Its conversation lists what it wrote. Ask again for the rest.",
  },
  {
    type: "done",
    stop_reason: "error",
    usage: { input_tokens: 0, output_tokens: 0 },
    elapsed_ms: 0,
  },
];

/** The stored chunks of a run, numbered from 1. */
export class KeptLines {
  readonly #log: RunOutput;
  readonly #chunks: Chunk[] = [];
  /** Everything that was stored, including spans. */
  readonly lines: RunLine[] = [];
  #rest = "";
  #isEnded = false;

  constructor(log: RunOutput) {
    this.#log = log;
  }

  async readMore(): Promise<void> {
    const { text, isEnded } = await this.#log.readNext();
    if (text === "") return;
    this.#isEnded = isEnded;
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const text of lines) {
      const line = readRunLine(text);
      this.lines.push(line);
      if (line.chunk) this.#chunks.push(line.chunk);
    }
  }

  /** Yields the run's chunks from this one on, until the run ends or waits. */
  async *follow(first: number, clock: Clock, signal: AbortSignal | undefined): AsyncGenerator<Chunk, void> {
    for (let next = first; ; ) {
      for (; next <= this.count; next += 1) yield this.#chunk(next);
      if (this.#isEnded || signal?.aborted) return;
      const isRunning = await this.#log.isRunning();
      await this.readMore();
      if (next <= this.count) continue;
      if (!isRunning) return yield* INTERRUPTED;
      await waitOrAbort(clock, POLL_INTERVAL_MS, signal);
    }
  }

  /** Follows a run after its wait, which makes its earlier end mark invalid. */
  async *followFurther(clock: Clock, signal: AbortSignal | undefined): AsyncGenerator<Chunk, void> {
    const first = this.count + 1;
    this.#isEnded = false;
    await this.readMore();
    yield* this.follow(first, clock, signal);
  }

  /** True if the run ended, or started to wait, after the last chunk read. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** True if the run waits for approvals, according to the last chunk read. */
  get isWaiting(): boolean {
    const last = this.#chunks.at(-1);
    return last?.type === "done" && last.stop_reason === "approval";
  }

  get all(): readonly Chunk[] {
    return this.#chunks;
  }

  get count(): number {
    return this.#chunks.length;
  }

  /**
   * Returns the number of the `start` chunk with which the run was started or last resumed, ignoring waits
   * that ended without resuming it.
   */
  get latestStart(): number {
    const begins = ({ type }: Chunk, at: number) => type === "start" && this.#chunks[at + 1]?.type !== "done";
    return Math.max(1, this.#chunks.findLastIndex(begins) + 1);
  }

  #chunk(number: number): Chunk {
    const chunk = this.#chunks[number - 1];
    if (!chunk) throw new Error(`The run has no chunk ${number}.`);
    return chunk;
  }

  listBefore(first: number): readonly Chunk[] {
    return this.#chunks.slice(0, first - 1);
  }
}

/** Reads all stored output of a run, which must be done before more is appended. */
export async function loadLines(log: RunOutput): Promise<KeptLines> {
  const lines = new KeptLines(log);
  await lines.readMore();
  return lines;
}
