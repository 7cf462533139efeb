import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { decodeXml } from "./charset.ts";
import { FairTurns } from "./fair-turns.ts";
import type { ParsedFeed } from "./parsed-feed.ts";

/**
 * When each takes all the time it may, the last of these waits half a minute, and another tenant's first one
 * two seconds.
 */
const TURNS = { atOnce: 2, waitingPerTenant: 8, waiting: 32 };

export interface FeedParserOptions extends Partial<FeedLimits> {
  /** Says when to look at the CPU time of a thread. */
  clock: Clock;
  /**
   * CPU time of a thread in milliseconds; of `undefined`, a thread without a measure, the time that passed.
   */
  cpuMs?: ((thread: string | undefined) => number) | undefined;
}

/** A feed as it was fetched. */
export interface FeedDocument {
  body: Buffer;
  contentType?: string | undefined;
  /** Its own address, against which relative links are resolved. */
  base?: string;
}

/**
 * Reads feeds in at most two threads, which are started when first needed and replaced when a feed brought
 * one down.
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
   * Throws AdapterValidationError that says why the document is no feed, or which limit it passed;
   * AdapterTransientError when too many feeds wait already and the caller is not patient.
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

  /** Ends the threads that are idle. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.end()));
  }

  /** A thread may have ended while it was idle. */
  #takeThread(): FeedThread {
    this.#idle = this.#idle.filter(({ ended }) => !ended);
    return this.#idle.pop() ?? new FeedThread(this.#clock, this.#cpuMs, this.#limits);
  }
}

/**
 * Megabytes for a thread's new objects. Node gives a thread that reaches its limit 16 MB more, to end its
 * garbage collection (src/node_worker.cc, `Worker::NearHeapLimit`), and V8 aborts the whole process when the
 * objects that outlive it do not fit. On Node 24 the default lets a deeply nested feed do that.
 */
const YOUNG_GENERATION_MB = 8;

/** On a machine that is busy with other things, a thread is waited for so many times its limit. */
const PATIENCE = 30;
/** Milliseconds of one clock tick of Linux' accounting (proc_pid_stat(5); USER_HZ is 100 everywhere). */
const TICK_MS = 10;

/** CPU time of a thread of this process, by its folder in Linux' /proc. */
function threadCpuMs(thread: string): number {
  const stat = readFileSync(`/proc/${thread}/stat`, "utf8");
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14).map(Number);
  return (user + system) * TICK_MS;
}

/** Limits on the CPU time and the memory that parsing one feed may take. */
interface FeedLimits {
  timeMs: number;
  memoryMb: number;
}

/** Text that a thread reads, its address, and the time. */
interface WorkerQuestion {
  text: string;
  base: string;
  now: number;
}

type WorkerAnswer = { ok: true; feed: ParsedFeed } | { ok: false; reason: string };

/** One worker thread, which reads one feed at a time. A feed that passes a limit ends the thread. */
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
      // Nothing of this process reaches it: no environment, and no loader that would slow its start.
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

  /** It can read no further feed. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Throws AdapterValidationError that says why the text is no feed, or which limit it passed. */
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

  /** Aborts once the thread has taken its CPU time; answers what ends the watch. */
  #watchCpu(thread: string | undefined, overtime: AbortController): () => void {
    const { timeMs } = this.#limits;
    const before = this.#cpuMs(thread);
    const latest = this.#clock.now() + PATIENCE * timeMs;
    let cancel: () => void = () => undefined;
    const look = () => {
      if (this.#ended) return;
      const left = timeMs - (this.#cpuMs(thread) - before);
      // One turn later: an answer that came while this thread was busy with something else still counts.
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
