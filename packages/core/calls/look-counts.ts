import { type Clock, timestamp } from "../clock/clock.ts";
import type { CallFacts } from "./call-record.ts";

/** Polls with the same outcome are merged into one entry per hour. */
const TOGETHER_MS = 60 * 60_000;
/** Maximum number of watches tracked. Above it, the least recently polled watch is flushed. */
const MAX_WATCHES = 20_000;

/** Aggregated polls of one watch that are due to be written. */
interface DueLooks {
  tenantId: string;
  facts: CallFacts;
}

interface Counting {
  tenantId: string;
  watchId: string;
  /** The facts of the last poll. */
  facts: CallFacts;
  /** Polls since the last flush. */
  count: number;
  since: string;
  elapsedMs: number;
  attempts: number;
  writtenAt: number;
}

/**
 * Counts polls of watches, so that a million polls do not cause a million writes. The first poll of a watch
 * is written immediately, and so is a poll whose outcome differs from the last one. All others are counted.
 * The count is written with the first poll after an hour, or by `takeAll`.
 */
export class LookCounts {
  readonly #clock: Clock;
  readonly #counting = new Map<string, Counting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a poll. Returns the entries to write now. */
  count(tenantId: string, watchId: string, facts: CallFacts): DueLooks[] {
    const now = this.#clock.now();
    const key = `${tenantId} ${watchId}`;
    const before = this.#counting.get(key);
    const isSameOutcome =
      before?.facts.outcome === facts.outcome && before.facts.error_code === facts.error_code;
    const due = before && !isSameOutcome ? take(before) : [];
    const counting: Counting =
      before && isSameOutcome
        ? before
        : { tenantId, watchId, facts, count: 0, since: "", elapsedMs: 0, attempts: 0, writtenAt: -Infinity };
    if (counting.count === 0) counting.since = timestamp(now);
    counting.facts = facts;
    counting.count += 1;
    counting.elapsedMs += facts.elapsed_ms;
    counting.attempts += facts.attempts;
    if (now - counting.writtenAt >= TOGETHER_MS) {
      due.push(...take(counting));
      counting.writtenAt = now;
    }
    this.#counting.delete(key);
    this.#counting.set(key, counting);
    return [...due, ...this.#takeExcess()];
  }

  /** Returns and resets all counts. */
  takeAll(): DueLooks[] {
    const due = [...this.#counting.values()].flatMap(take);
    this.#counting.clear();
    return due;
  }

  #takeExcess(): DueLooks[] {
    const [oldest] = this.#counting;
    if (this.#counting.size <= MAX_WATCHES || oldest === undefined) return [];
    this.#counting.delete(oldest[0]);
    return take(oldest[1]);
  }
}

/** Returns the entry of a count, if there is anything to write, and resets the count. */
function take(counting: Counting): DueLooks[] {
  const { tenantId, watchId, facts, count, since, elapsedMs, attempts } = counting;
  if (count === 0) return [];
  Object.assign(counting, { count: 0, elapsedMs: 0, attempts: 0 });
  const looks = { watch_id: watchId, count, since };
  return [{ tenantId, facts: { ...facts, elapsed_ms: elapsedMs, attempts, looks } }];
}
