import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { decodeXml } from "./charset.ts";
import { FairTurns } from "./fair-turns.ts";
import type { ParsedFeed } from "./parsed-feed.ts";

/**
 * With these limits, if every feed takes the maximum time, the last waiter waits half a minute, and another
 * tenant's first one two seconds.
 */
const TURNS = { atOnce: 2, waitingPerTenant: 8, waiting: 32 };

export interface FeedParserOptions extends Partial<FeedLimits> {
  /** Clock for checking the CPU time of a thread. */
  clock: Clock;
  /**
   * Returns the CPU time of a thread in milliseconds. For `undefined`, a thread whose CPU time cannot be
   * measured, returns the elapsed time.
   */
  cpuMs?: ((thread: string | undefined) => number) | undefined;
}

/** A feed as fetched. */
export interface FeedDocument {
  body: Buffer;
  contentType?: string | undefined;
  /** Its own address, which relative links are resolved against. */
  base?: string;
}

/**
 * Parses feeds in at most two worker threads. Threads are started on demand and replaced if a feed crashes
 * one.
 */
export class FeedParser {
  readonly #clock: Clock;
  readonly #cpuMs: (thread: string | undefined) => number;
  readonly #limits: FeedLimits;
  readonly #turns = new FairTurns(TURNS);
  #idle: FeedThread[] = [];

  constructor({ clock, cpuMs, timeMs = 2_000, memoryMb = 128 }: FeedParserOptions) {
    this.#clock = clock;
    this.#cpuMs = cpuMs ?? ((thread) => (thread === undefined ? clock.now() : threadCpuMs(thread)));
    this.#limits = { timeMs, memoryMb };
  }

  /**
   * Parses a feed. Throws AdapterValidationError with the reason if the document is not a feed or exceeds a
   * limit. Throws AdapterTransientError if too many feeds are already waiting and the caller is not patient.
   */
  async parse(
    tenantId: string,
    { body, contentType, base = "" }: FeedDocument,
    { patient = false } = {},
  ): Promise<ParsedFeed> {
    await this.#turns.enter(tenantId, { patient });
    try {
      const text = decodeXml(body, contentType); // only now: what waits is as small as it came
      const thread = this.#takeThread();
      return await thread
        .parse({ text, base, now: this.#clock.now() })
        .finally(() => this.#idle.push(thread));
    } finally {
      this.#turns.leave();
    }
  }

  /** Ends the idle threads. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.end()));
  }

  /** Returns an idle or new thread. Drops threads that ended while idle. */
  #takeThread(): FeedThread {
    this.#idle = this.#idle.filter(({ ended }) => !ended);
    return this.#idle.pop() ?? new FeedThread(this.#clock, this.#cpuMs, this.#limits);
  }
}

/**
 * Megabytes for a thread's new objects. Node gives a thread at its limit 16 MB more to finish its garbage
 * collection (src/node_worker.cc, `Worker::NearHeapLimit`), and V8 aborts the whole process if the surviving
 * objects do not fit. On Node 24, the default lets a deeply nested feed cause that.
 */
const YOUNG_GENERATION_MB = 8;

/** On a busy machine, maximum wait for a thread as a multiple of its time limit. */
const PATIENCE = 30;
/** Milliseconds per clock tick of Linux' accounting (proc_pid_stat(5); USER_HZ is 100 everywhere). */
const TICK_MS = 10;

/** Returns the CPU time of a thread of this process, given its folder in Linux' /proc. */
function threadCpuMs(thread: string): number {
  const stat = readFileSync(`/proc/${thread}/stat`, "utf8");
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
  return (user + system) * TICK_MS;
}

/** Limits on the CPU time and memory for parsing one feed. */
interface FeedLimits {
  timeMs: number;
  memoryMb: number;
}

/** The text for a thread to parse, its address and the time. */
interface WorkerQuestion {
  text: string;
  base: string;
  now: number;
}

type WorkerAnswer = { ok: true; feed: ParsedFeed } | { ok: false; reason: string };

/** A worker thread, which parses one feed at a time. A feed that exceeds a limit ends the thread. */
class FeedThread {
  readonly #clock: Clock;
  readonly #limits: FeedLimits;
  readonly #cpuMs: (thread: string | undefined) => number;
  readonly #worker: Worker;
  readonly #ready: Promise<{ thread?: string }[]>;
  readonly #exit = new AbortController();
  #ended = false;

  constructor(clock: Clock, cpuMs: (thread: string | undefined) => number, limits: FeedLimits) {
    this.#clock = clock;
    this.#cpuMs = cpuMs;
    this.#limits = limits;
    this.#worker = new Worker(new URL("./feed-worker.js", import.meta.url), {
      // Isolated from this process: no environment, and no loader that would slow its start.
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: limits.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    this.#worker.on("error", () => {
      this.#ended = true;
    });
    this.#worker.on("exit", () => {
      this.#ended = true;
      this.#exit.abort();
    });
    this.#ready = once(this.#worker, "message", { signal: this.#exit.signal });
  }

  /** True if the thread can parse no more feeds. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Parses a text. Throws AdapterValidationError with the reason if it is not a feed or exceeds a limit. */
  async parse(question: WorkerQuestion): Promise<ParsedFeed> {
    this.#worker.ref();
    const [ready] = await this.#ready;
    const answer = await this.#ask(question, ready?.thread);
    this.#worker.unref(); // an idle thread does not keep the process alive
    if (answer.ok) return answer.feed;
    throw unreadable(answer.reason);
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  async #ask(question: WorkerQuestion, thread: string | undefined): Promise<WorkerAnswer> {
    const { timeMs, memoryMb } = this.#limits;
    const overtime = new AbortController();
    const stop = this.#watchCpu(thread, overtime);
    try {
      const signal = AbortSignal.any([overtime.signal, this.#exit.signal]);
      const answered = once(this.#worker, "message", { signal });
      this.#worker.postMessage(question);
      return (await answered)[0];
    } catch (error) {
      await this.end();
      if (overtime.signal.reason === BUSY) throw new AdapterTransientError(BUSY, { retryAfterSeconds: 60 });
      if (overtime.signal.aborted) throw unreadable(`it takes longer than ${timeMs / 1000} s to parse`);
      if (isOutOfMemory(error)) throw unreadable(`it takes more than ${memoryMb} MB of memory to parse`);
      throw error;
    } finally {
      stop();
    }
  }

  /** Aborts `overtime` once the thread has used up its CPU time. Returns a function that stops watching. */
  #watchCpu(thread: string | undefined, overtime: AbortController): () => void {
    const { timeMs } = this.#limits;
    const before = this.#cpuMs(thread);
    const latest = this.#clock.now() + PATIENCE * timeMs;
    let cancel: () => void = () => undefined;
    const look = () => {
      if (this.#ended) return;
      const left = timeMs - (this.#cpuMs(thread) - before);
      // Aborts one turn later, so that a response that arrived while this thread was busy still counts.
      if (left <= 0) setImmediate(() => overtime.abort());
      else if (this.#clock.now() >= latest) setImmediate(() => overtime.abort(BUSY));
      else cancel = this.#clock.after(Math.max(left, TICK_MS), look);
    };
    cancel = this.#clock.after(timeMs, look);
    return () => cancel();
  }
}

const BUSY = "This machine is too busy to read the feed just now.";

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function unreadable(reason: string): AdapterValidationError {
  return new AdapterValidationError(`This is not a readable feed: ${reason}.`);
}
