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

  /** Follows a run that waited and was resumed, which makes its earlier end mark invalid. */
  followResumed(clock: Clock, signal: AbortSignal | undefined): AsyncGenerator<Chunk, void> {
    this.#isEnded = false;
    return this.follow(this.count + 1, clock, signal);
  }

  get all(): readonly Chunk[] {
    return this.#chunks;
  }

  get count(): number {
    return this.#chunks.length;
  }

  /** Returns the number of the `start` chunk with which the run was started or last resumed. */
  get latestStart(): number {
    return Math.max(1, this.#chunks.findLastIndex(({ type }) => type === "start") + 1);
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
