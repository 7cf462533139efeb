import type { Clock } from "@plumbline/core/clock/clock.ts";

/** Failures in a row after which a receiver's host is left alone for a while. */
const FAILURES = 5;
/** The first time that it stays open; doubled after each trial that fails. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** A trial is over by then, and its outcome known. */
const TRIAL_MS = 30_000;
/** Hosts remembered. The longest known is forgotten first, which costs some tries and no more. */
const MOST_HOSTS = 10_000;

interface Breaker {
  /** In a row, counted up to the one that opens it. */
  failures: number;
  /** On the clock's monotonic scale: nothing is sent before then. */
  openUntil: number;
  /** Milliseconds that it opens for next. */
  waitMs: number;
  /** Set while a try finds out whether the host is back. */
  onTrial: boolean;
}

/**
 * A breaker for each receiver host of a tenant, kept by this process. Tenants have their own, because what
 * one does at a shared host must not stop another.
 *
 *     closed ── 5 failures in a row ── open (1 min, doubled up to 15) ── one trial ── taken: closed
 *                                        └──────────────── failed ─────────┘
 */
export class ReceiverBreakers {
  readonly #clock: Clock;
  readonly #breakers = new Map<string, Breaker>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns for how many milliseconds nothing may be sent to the URL's host; 0 lets one try go. When the wait
   * of an open breaker is over, that try is its trial, and the others wait for its outcome.
   */
  waitMs(tenantId: string, url: string): number {
    const breaker = this.#breakers.get(keyOf(tenantId, url));
    if (!breaker || breaker.failures < FAILURES) return 0;
    const now = this.#clock.monotonic();
    if (now < breaker.openUntil) return breaker.openUntil - now;
    breaker.openUntil = now + TRIAL_MS;
    breaker.onTrial = true;
    return 0;
  }

  /** The host answered: the next tries go to it at once. */
  close(tenantId: string, url: string): void {
    this.#breakers.delete(keyOf(tenantId, url));
  }

  /** The host did not answer, or takes nothing at the moment. */
  fail(tenantId: string, url: string): void {
    const breaker = this.#breakerOf(keyOf(tenantId, url));
    // A try that was under way when it opened says nothing new.
    if (breaker.failures >= FAILURES && !breaker.onTrial) return;
    if (!breaker.onTrial) breaker.failures += 1;
    breaker.onTrial = false;
    if (breaker.failures < FAILURES) return;
    breaker.openUntil = this.#clock.monotonic() + breaker.waitMs;
    breaker.waitMs = Math.min(2 * breaker.waitMs, LONGEST_WAIT_MS);
  }

  #breakerOf(key: string): Breaker {
    const known = this.#breakers.get(key);
    if (known) return known;
    const [oldest] = this.#breakers.keys();
    if (this.#breakers.size >= MOST_HOSTS && oldest !== undefined) this.#breakers.delete(oldest);
    const breaker = { failures: 0, openUntil: 0, waitMs: FIRST_WAIT_MS, onTrial: false };
    this.#breakers.set(key, breaker);
    return breaker;
  }
}

function keyOf(tenantId: string, url: string): string {
  return `${tenantId} ${new URL(url).host}`;
}
