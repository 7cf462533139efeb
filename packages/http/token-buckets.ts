import { type Clock, MINUTE_MS } from "@plumbline/core/clock/clock.ts";

/** State of a bucket after a request asked for a token. */
interface BucketState {
  /** Capacity of the bucket in tokens: the requests per minute. */
  limit: number;
  remaining: number;
  /** Seconds until it is full. */
  resetSeconds: number;
}

interface Bucket {
  tokens: number;
  /** Time on the clock's monotonic scale for which `tokens` is valid. */
  at: number;
}

/**
 * Number of buckets that triggers a cleanup. A bucket unused for a minute is full, like a new one, so it can
 * be dropped.
 */
const SWEEP_OVER = 10_000;

/**
 * Token buckets by name. Each holds the requests of one minute and refills evenly, so that a tenant may send
 * a minute's requests at once and then as many as its rate allows. A clock that goes backwards changes
 * nothing.
 */
export class TokenBuckets {
  readonly #clock: Clock;
  /** Least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the state of a bucket without taking a token. */
  look(name: string, perMinute: number): BucketState {
    return getState(this.#refillBucket(name, perMinute), perMinute);
  }

  /** Takes a token. Returns false if there is no whole one. */
  take(name: string, perMinute: number): boolean {
    const bucket = this.#refillBucket(name, perMinute);
    this.#keep(name, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Returns the seconds until the bucket has a whole token. Refused requests do not extend the wait. */
  retryAfterSeconds(name: string, perMinute: number): number {
    const { tokens } = this.#refillBucket(name, perMinute);
    return Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute));
  }

  #refillBucket(name: string, perMinute: number): Bucket {
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(name);
    if (!bucket) return { tokens: perMinute, at: now };
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

function getState({ tokens }: Bucket, limit: number): BucketState {
  const resetSeconds = Math.ceil(((limit - tokens) * 60) / limit);
  return { limit, remaining: Math.floor(tokens), resetSeconds };
}
