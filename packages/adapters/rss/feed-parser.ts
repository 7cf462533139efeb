import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { decodeXml } from "./charset.ts";
import { FairTurns } from "./fair-turns.ts";
import type { ParsedFeed } from "./parsed-feed.ts";

/**
 * Concurrency limits. If every feed takes the maximum time, the last waiter waits half a minute, and the
 * first waiter of another tenant two seconds.
 */
const TURNS = { atOnce: 2, waitingPerTenant: 8, waiting: 32 };

export interface FeedParserOptions extends Partial<FeedLimits> {
  /** Clock that determines when to check a thread's CPU time. */
  clock: Clock;
  /**
   * Returns the CPU time of a thread in milliseconds. Returns the elapsed time for `undefined`, a thread
   * whose CPU time cannot be measured.
   */
  cpuMs?: ((thread: string | undefined) => number) | undefined;
}

/** A feed as fetched. */
export interface FeedDocument {
  body: Buffer;
  contentType?: string | undefined;
  /** Its address, against which relative links are resolved. */
  base?: string;
}

/**
 * Parses feeds in at most two worker threads. Starts threads on demand and replaces a thread that a feed
 * crashed.
 */
export class FeedParser {
  readonly #clock: Clock;
  readonly #cpuMs: (thread: string | undefined) => number;
  readonly #limits: FeedLimits;
  readonly #turns = new FairTurns(TURNS);
  #idle: FeedThread[] = [];

  constructor({ clock, cpuMs, timeMs = 2_000, memoryMb = 128 }: FeedParserOptions) {
    this.#clock = clock;
    this.#cpuMs = cpuMs ?? ((thread) => (thread === undefined ? clock.now() : readThreadCpuMs(thread)));
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
      const text = decodeXml(body, contentType); // Not earlier: a waiting feed is smaller as bytes.
      const thread = this.#takeThread();
      return await thread
        .parse({ text, base, now: this.#clock.now() })
        .finally(() => this.#idle.push(thread));
    } finally {
      this.#turns.leave();
    }
  }

  /** Stops the idle threads. */
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
 * Heap for a thread's new objects, in megabytes. Node gives a thread at its limit 16 MB more to finish
 * garbage collection (src/node_worker.cc, `Worker::NearHeapLimit`). V8 aborts the whole process if the
 * surviving objects do not fit. With Node 24's default, a deeply nested feed can cause that.
 */
const YOUNG_GENERATION_MB = 8;

/** Maximum wait for a thread on a busy machine, as a multiple of its CPU time limit. */
const MAX_WAIT_FACTOR = 30;
/** Milliseconds per clock tick of Linux's CPU accounting (proc_pid_stat(5); USER_HZ is 100 everywhere). */
const TICK_MS = 10;

/** Returns the CPU time of a thread of this process, given its folder in Linux' /proc. */
function readThreadCpuMs(thread: string): number {
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
interface WorkerRequest {
  text: string;
  base: string;
  now: number;
}

type WorkerResponse = { ok: true; feed: ParsedFeed } | { ok: false; reason: string };

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
      // Isolates it from this process: no environment, and no loader, which would slow its start.
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

  /** True if the thread cannot parse any more feeds. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Parses a text. Throws AdapterValidationError with the reason if it is not a feed or exceeds a limit. */
  async parse(question: WorkerRequest): Promise<ParsedFeed> {
    this.#worker.ref();
    const [ready] = await this.#ready;
    const answer = await this.#request(question, ready?.thread);
    this.#worker.unref(); // an idle thread does not keep the process alive
    if (answer.ok) return answer.feed;
    throw createUnreadableError(answer.reason);
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  async #request(question: WorkerRequest, thread: string | undefined): Promise<WorkerResponse> {
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
      if (overtime.signal.aborted)
        throw createUnreadableError(`it takes longer than ${timeMs / 1000} s to parse`);
      if (isOutOfMemory(error))
        throw createUnreadableError(`it takes more than ${memoryMb} MB of memory to parse`);
      throw error;
    } finally {
      stop();
    }
  }

  /** Aborts `overtime` once the thread has used up its CPU time. Returns a function that stops the check. */
  #watchCpu(thread: string | undefined, overtime: AbortController): () => void {
    const { timeMs } = this.#limits;
    const before = this.#cpuMs(thread);
    const latest = this.#clock.now() + MAX_WAIT_FACTOR * timeMs;
    let cancel: () => void = () => undefined;
    const look = () => {
      if (this.#ended) return;
      const left = timeMs - (this.#cpuMs(thread) - before);
      // Aborts one event-loop turn later, so that a response that arrived while this thread was busy still
      // counts.
      if (left <= 0) setImmediate(() => overtime.abort());
      else if (this.#clock.now() >= latest) setImmediate(() => overtime.abort(BUSY));
      else cancel = this.#clock.after(Math.max(left, TICK_MS), look);
    };
    cancel = this.#clock.after(timeMs, look);
    return () => cancel();
  }
}

const BUSY = "This machine is too busy to read the feed right now.";

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function createUnreadableError(reason: string): AdapterValidationError {
  return new AdapterValidationError(`This is not a readable feed: ${reason}.`);
}
