import { type Clock, timestamp } from "../clock/clock.ts";
import type { CallFacts } from "./call-record.ts";

/** Looks that ended alike are counted together for so long. */
const TOGETHER_MS = 60 * 60_000;
/** Watches whose looks are counted at once; beyond it the one counted for longest is written. */
const MOST_WATCHES = 20_000;

/** Looks of a tenant's watch that are due to be written. */
export interface DueLooks {
  tenantId: string;
  facts: CallFacts;
}

interface Counting {
  tenantId: string;
  watchId: string;
  /** Of the last look. */
  facts: CallFacts;
  /** Since the last time that they were written. */
  count: number;
  since: string;
  elapsedMs: number;
  attempts: number;
  writtenAt: number;
}

/**
 * Counts looks of watches, so that a million looks are not a million writes. The first look of a watch is due
 * at once, and each that ends in another way than the one before; all others within the hour.
 */
export class LookCounts {
  readonly #clock: Clock;
  readonly #counting = new Map<string, Counting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a look. Returns what is to be written by now. */
  count(tenantId: string, watchId: string, facts: CallFacts): DueLooks[] {
    const now = this.#clock.now();
    const key = `${tenantId} ${watchId}`;
    const before = this.#counting.get(key);
    const isLike = before?.facts.outcome === facts.outcome && before.facts.error_code === facts.error_code;
    const due = before && !isLike ? take(before) : [];
    const counting: Counting =
      before && isLike
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
    return [...due, ...this.#beyondMost()];
  }

  /** Takes all that was counted. */
  takeAll(): DueLooks[] {
    const due = [...this.#counting.values()].flatMap(take);
    this.#counting.clear();
    return due;
  }

  #beyondMost(): DueLooks[] {
    const [oldest] = this.#counting;
    if (this.#counting.size <= MOST_WATCHES || oldest === undefined) return [];
    this.#counting.delete(oldest[0]);
    return take(oldest[1]);
  }
}

function take(counting: Counting): DueLooks[] {
  const { tenantId, watchId, facts, count, since, elapsedMs, attempts } = counting;
  if (count === 0) return [];
  Object.assign(counting, { count: 0, elapsedMs: 0, attempts: 0 });
  const looks = { watch_id: watchId, count, since };
  return [{ tenantId, facts: { ...facts, elapsed_ms: elapsedMs, attempts, looks } }];
}
