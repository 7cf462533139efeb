import type { Clock } from "../../clock/clock.ts";
import { AdapterTransientError } from "../../errors/adapter-error.ts";
import { type FeedLimits, FeedThread } from "./feed-thread.ts";
import type { ParsedFeed } from "./parsed-feed.ts";

const MAX_THREADS = 2;
/** When each takes all the time it may, the last of these waits half a minute. */
const MAX_WAITING = 32;

export interface FeedParserOptions extends Partial<FeedLimits> {
  /** Measures the time limit: the machine's own time, since a thread takes no other. */
  clock: Clock;
}

/** Reads feeds in at most two threads, which are started when first needed and replaced when a feed brought one down. */
export class FeedParser {
  readonly #clock: Clock;
  readonly #limits: FeedLimits;
  readonly #idle: FeedThread[] = [];
  readonly #waiting: ((thread: FeedThread) => void)[] = [];
  #threads = 0;

  constructor({ clock, timeMs = 2_000, memoryMb = 128 }: FeedParserOptions) {
    this.#clock = clock;
    this.#limits = { timeMs, memoryMb };
  }

  /**
   * Throws AdapterValidationError that says why the text is no feed, or which limit it passed; AdapterTransientError when
   * too many feeds wait already.
   */
  async parse(xml: string): Promise<ParsedFeed> {
    const thread = await this.#take();
    try {
      return await thread.parse(xml);
    } finally {
      this.#giveBack(thread);
    }
  }

  /** Ends the threads that are idle. */
  async close(): Promise<void> {
    const idle = this.#idle.splice(0);
    this.#threads -= idle.length;
    await Promise.all(idle.map((thread) => thread.end()));
  }

  #take(): FeedThread | Promise<FeedThread> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#threads < MAX_THREADS) {
      this.#threads += 1;
      return this.#start();
    }
    if (this.#waiting.length < MAX_WAITING) return new Promise((resolve) => this.#waiting.push(resolve));
    throw new AdapterTransientError("Too many feeds are being read just now.", { retryAfterSeconds: 5 });
  }

  #giveBack(thread: FeedThread): void {
    const next = this.#waiting.shift();
    if (next) next(thread.ended ? this.#start() : thread);
    else if (thread.ended) this.#threads -= 1;
    else this.#idle.push(thread);
  }

  #start(): FeedThread {
    return new FeedThread(this.#clock, this.#limits);
  }
}
