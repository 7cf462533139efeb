import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Chunk } from "./chunk.ts";

/** Time for which a run without readers continues, because a reader may come back. */
export const UNREAD_MS = 120_000;

/** Maximum number of chunks by which a run may be ahead of its readers. Without readers it does not wait. */
const MAX_AHEAD = 256;

/** Chunks of a run, and the number of the first of them, counted from 1. */
export interface RunReading {
  first: number;
  chunks: AsyncGenerator<Chunk, void>;
}

/** A run that has started or resumed. */
export interface StartedRun {
  runId: string;
  /** Number of its first chunk. Above 1 if it was resumed. */
  first: number;
  chunks: AsyncGenerator<Chunk, void>;
  /** Set if the run produces no chunks until a person has decided. */
  waits?: true;
  /** Called when a reader leaves, with the number of text chunks that it has read. */
  readerLeft(texts: number): void;
}

/**
 * A run executed by this process. Any number of readers may come and go, and each reads all of it. The run is
 * stopped once nobody has read it for two minutes.
 */
export class LiveRun {
  /** Resolves when the run has ended. */
  readonly ended: Promise<void>;
  readonly #run: StartedRun;
  readonly #clock: Clock;
  readonly #stopping: AbortController;
  /** All chunks so far. */
  readonly chunks: Chunk[] = [];
  #isOver = false;
  #failure: { error: unknown } | undefined;
  /** Starts the run when it is first read, its first reader leaves, or it is stopped. */
  #begin: () => void = () => undefined;
  #readers = 0;
  /** Number of chunks that the fastest reader has read. */
  #read = 0;
  #readOn: () => void = () => undefined;
  #forget: () => void = () => undefined;
  #wake: () => void = () => undefined;
  #more: Promise<void>;

  /** If `stopping` aborts, the run ends after its work in progress. */
  constructor(run: StartedRun, stopping: AbortController, clock: Clock) {
    this.#run = run;
    this.#clock = clock;
    this.#stopping = stopping;
    this.#more = this.#awaitMore();
    this.ended = new Promise((resolve) => {
      this.#begin = () => void this.#produce().then(resolve);
    });
    this.#scheduleStop();
  }

  /** Number of its first chunk. */
  get first(): number {
    return this.#run.first;
  }

  get isWaiting(): boolean {
    return this.#run.waits === true && this.chunks.length === 0 && !this.#isOver;
  }

  /** Makes the run end after the work in progress. */
  stop(): void {
    this.#stopping.abort();
    this.#beginOnce();
  }

  #beginOnce(): void {
    const begin = this.#begin;
    this.#begin = () => undefined;
    begin();
  }

  /**
   * Yields the chunks after this number as they are produced. Returns `undefined` if this process does not
   * have such early chunks. Ends when the signal aborts. Rethrows errors of the run.
   */
  read(after: number | undefined, signal: AbortSignal): RunReading | undefined {
    const { first } = this.#run;
    if (after !== undefined && after < first - 1) return undefined;
    const from = Math.max(first, (after ?? 0) + 1);
    // A reader may leave before reading anything, but the request must still start the run.
    if (signal.aborted) this.#beginOnce();
    else signal.addEventListener("abort", () => this.#beginOnce(), { once: true });
    return { first: from, chunks: this.#readFrom(from - first, signal) };
  }

  async *#readFrom(at: number, signal: AbortSignal): AsyncGenerator<Chunk, void> {
    this.#readers += 1;
    this.#forget();
    this.#beginOnce();
    const left = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    let next = at;
    try {
      while (!signal.aborted) {
        const chunk = this.chunks[next];
        if (chunk) {
          next += 1;
          this.#read = Math.max(this.#read, next);
          this.#readOn();
          yield chunk;
        } else if (this.#isOver) {
          if (this.#failure) throw this.#failure.error;
          return;
        } else await Promise.race([this.#more, left]);
      }
    } finally {
      this.#readers -= 1;
      this.#readOn();
      if (!this.#isOver) this.#noteLeft(next);
    }
  }

  #noteLeft(read: number): void {
    this.#run.readerLeft(this.chunks.slice(0, read).filter(({ type }) => type === "text_delta").length);
    if (this.#readers === 0) this.#scheduleStop();
  }

  #scheduleStop(): void {
    this.#forget = this.#clock.after(UNREAD_MS, () => this.stop());
  }

  async #produce(): Promise<void> {
    try {
      for await (const chunk of this.#run.chunks) {
        this.chunks.push(chunk);
        this.#wake();
        while (this.#readers > 0 && this.chunks.length - this.#read > MAX_AHEAD)
          await new Promise<void>((resolve) => {
            this.#readOn = resolve;
          });
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#isOver = true;
      this.#forget();
      this.#wake();
    }
  }

  #awaitMore(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#more = this.#awaitMore();
        resolve();
      };
    });
  }
}
