import type { Clock } from "@plumbline/core/clock/clock.ts";
import { decodeXml } from "./charset.ts";
import { FairTurns } from "./fair-turns.ts";
import { type FeedLimits, FeedThread } from "./feed-thread.ts";
import type { ParsedFeed } from "./parsed-feed.ts";

/** When each takes all the time it may, the last of these waits half a minute, and another tenant's first one two seconds. */
const TURNS = { atOnce: 2, waitingPerTenant: 8, waiting: 32 };

export interface FeedParserOptions extends Partial<FeedLimits> {
  /** Measures the time limit: the machine's own time, since a thread takes no other. */
  clock: Clock;
}

/** A feed as it was fetched. */
export interface FeedDocument {
  body: Buffer;
  contentType?: string | undefined;
}

/** Reads feeds in at most two threads, which are started when first needed and replaced when a feed brought one down. */
export class FeedParser {
  readonly #clock: Clock;
  readonly #limits: FeedLimits;
  readonly #turns = new FairTurns(TURNS);
  #idle: FeedThread[] = [];

  constructor({ clock, timeMs = 2_000, memoryMb = 128 }: FeedParserOptions) {
    this.#clock = clock;
    this.#limits = { timeMs, memoryMb };
  }

  /**
   * Throws AdapterValidationError that says why the document is no feed, or which limit it passed; AdapterTransientError
   * when too many feeds wait already and the caller is not patient.
   */
  async parse(
    tenantId: string,
    { body, contentType }: FeedDocument,
    { patient = false } = {},
  ): Promise<ParsedFeed> {
    await this.#turns.enter(tenantId, { patient });
    try {
      const xml = decodeXml(body, contentType); // only now: what waits is as small as it came
      const thread = this.#takeThread();
      return await thread.parse(xml).finally(() => this.#idle.push(thread));
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
    return this.#idle.pop() ?? new FeedThread(this.#clock, this.#limits);
  }
}
