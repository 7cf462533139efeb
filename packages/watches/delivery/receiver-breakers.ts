import type { Clock } from "@plumbline/core/clock/clock.ts";

/** Number of consecutive failures that open the breaker of a receiver's host. */
const FAILURES = 5;
/** First time for which it stays open. Doubled after each failed trial. */
const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 15 * 60_000;
/** Maximum duration of a trial. */
const TRIAL_MS = 30_000;
/** Maximum number of hosts to remember. The oldest is dropped first, which costs only a few attempts. */
const MAX_HOSTS = 10_000;

interface Breaker {
  /** Number of consecutive failures, up to the one that opens it. */
  failures: number;
  /** Nothing is sent before this time, on the clock's monotonic scale. */
  openUntil: number;
  /** Time for which it opens next, in milliseconds. */
  waitMs: number;
  /** True while an attempt checks whether the host is back. */
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
   * Returns for how many milliseconds nothing may be sent to the URL's host. 0 permits one attempt. When the
   * wait of an open breaker is over, that attempt is its trial, and the others wait for its outcome.
   */
  waitMs(tenantId: string, url: string): number {
    const breaker = this.#breakers.get(buildKey(tenantId, url));
    if (!breaker || breaker.failures < FAILURES) return 0;
    const now = this.#clock.monotonic();
    if (now < breaker.openUntil) return breaker.openUntil - now;
    breaker.openUntil = now + TRIAL_MS;
    breaker.onTrial = true;
    return 0;
  }

  /** Records that the host responded. The next attempts are sent immediately. */
  close(tenantId: string, url: string): void {
    this.#breakers.delete(buildKey(tenantId, url));
  }

  /** Records that the host did not respond or is unavailable. */
  fail(tenantId: string, url: string): void {
    const breaker = this.#findBreaker(buildKey(tenantId, url));
    // An attempt already in progress when it opened gives no new information.
    if (breaker.failures >= FAILURES && !breaker.onTrial) return;
    if (!breaker.onTrial) breaker.failures += 1;
    breaker.onTrial = false;
    if (breaker.failures < FAILURES) return;
    breaker.openUntil = this.#clock.monotonic() + breaker.waitMs;
    breaker.waitMs = Math.min(2 * breaker.waitMs, MAX_WAIT_MS);
  }

  #findBreaker(key: string): Breaker {
    const known = this.#breakers.get(key);
    if (known) return known;
    const [oldest] = this.#breakers.keys();
    if (this.#breakers.size >= MAX_HOSTS && oldest !== undefined) this.#breakers.delete(oldest);
    const breaker = { failures: 0, openUntil: 0, waitMs: FIRST_WAIT_MS, onTrial: false };
    this.#breakers.set(key, breaker);
    return breaker;
  }
}

function buildKey(tenantId: string, url: string): string {
  return `${tenantId} ${new URL(url).host}`;
}
