import type { Clock } from "../clock/clock.ts";

/** State of a bucket after a request asked for a token. */
export interface BucketState {
  /** Tokens that the bucket holds when it is full: the requests of a minute. */
  limit: number;
  remaining: number;
  /** Seconds until it is full again. */
  resetSeconds: number;
}

interface Bucket {
  tokens: number;
  /** On the clock's monotonic scale, when `tokens` was right. */
  at: number;
  /** Requests that found it empty, less the tokens that were given since. */
  turnedAway: number;
}

const MINUTE_MS = 60_000;
/** A bucket that nobody asked for a minute is full, as a new one is, so it need not be kept. */
const SWEEP_OVER = 10_000;

/**
 * Token buckets by name: each holds the requests of one minute and fills at an even pace, so that a tenant
 * may send a minute's requests at once and then as many as its rate allows. Time that goes back changes
 * nothing.
 */
export class TokenBuckets {
  readonly #clock: Clock;
  /** Least recently asked first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the state of a bucket without taking a token. */
  look(name: string, perMinute: number): BucketState {
    return stateOf(this.#filled(name, perMinute), perMinute);
  }

  /** Takes a token, and returns false when there was no whole one. */
  take(name: string, perMinute: number): boolean {
    const bucket = this.#filled(name, perMinute);
    this.#keep(name, bucket);
    if (bucket.tokens < 1) {
      bucket.turnedAway += 1;
      return false;
    }
    bucket.tokens -= 1;
    bucket.turnedAway = Math.max(0, bucket.turnedAway - 1);
    return true;
  }

  /**
   * Seconds after which another try may succeed: longer where many were turned away, so that they do not all
   * come back for the same token. At most a minute.
   */
  retryAfterSeconds(name: string, perMinute: number): number {
    const { turnedAway } = this.#filled(name, perMinute);
    return Math.min(60, Math.max(1, Math.ceil((turnedAway * 60) / perMinute)));
  }

  #filled(name: string, perMinute: number): Bucket {
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(name);
    if (!bucket) return { tokens: perMinute, at: now, turnedAway: 0 };
    const tokens = bucket.tokens + (Math.max(0, now - bucket.at) * perMinute) / MINUTE_MS;
    return Object.assign(bucket, { tokens: Math.min(perMinute, tokens), at: now });
  }

  #keep(name: string, bucket: Bucket): void {
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    if (this.#buckets.size <= SWEEP_OVER) return;
    for (const [oldest, { at }] of this.#buckets) {
      const isFull = bucket.at - at >= MINUTE_MS;
      if (!isFull && this.#buckets.size <= 2 * SWEEP_OVER) return;
      this.#buckets.delete(oldest);
    }
  }
}

function stateOf({ tokens }: Bucket, limit: number): BucketState {
  const resetSeconds = Math.ceil(((limit - tokens) * 60) / limit);
  return { limit, remaining: Math.floor(tokens), resetSeconds };
}
