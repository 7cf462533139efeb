import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** Time, injected: everything that waits, expires or stamps asks this and nothing else. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that only grow, for measuring how long something took. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `run` once after `ms` unless the returned function is called before. Does not keep the process
   * alive.
   */
  after(ms: number, run: () => void): () => void;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async wait(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch {
      throw signal?.reason;
    }
  },
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** ISO 8601 with the offset written out, as citations carry it: `2026-01-01T00:00:00.000+00:00`. */
export function offsetTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}

/** ISO 8601 in UTC, as records carry it: `2026-01-01T00:00:00.000Z`. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/** So many keys are remembered; then all are forgotten, which costs a few early repetitions and no more. */
const MAX_REMEMBERED = 10_000;

/** Lets something be done at most once in a while for each key, by this process. */
export class AtMostEvery {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #lastDone = new Map<string, number>();

  constructor(clock: Clock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  /** Returns true when the action is due for this key, and then counts it as done now. */
  take(key: string): boolean {
    const now = this.#clock.now();
    const last = this.#lastDone.get(key);
    if (last !== undefined && now - last < this.#intervalMs) return false;
    if (this.#lastDone.size >= MAX_REMEMBERED) this.#lastDone.clear();
    this.#lastDone.set(key, now);
    return true;
  }

  /** Counts the action as not done, so that it is due. */
  forget(key: string): void {
    this.#lastDone.delete(key);
  }
}

/**
 * The moment by which something must be over. Made once where work comes in, and handed down through every
 * layer.
 */
export class Deadline {
  readonly #clock: Clock;
  /** On the clock's monotonic scale. */
  readonly #at: number;

  private constructor(clock: Clock, at: number) {
    this.#clock = clock;
    this.#at = at;
  }

  /** `ms` from now; `Infinity` never comes. */
  static in(ms: number, clock: Clock): Deadline {
    return new Deadline(clock, clock.monotonic() + ms);
  }

  /** Below zero once it has passed. */
  remainingMs(): number {
    return this.#at - this.#clock.monotonic();
  }

  isOver(): boolean {
    return this.remainingMs() <= 0;
  }

  /** This deadline, or `ms` from now where that comes first. */
  within(ms: number): Deadline {
    return new Deadline(this.#clock, Math.min(this.#at, this.#clock.monotonic() + ms));
  }
}

/** Randomness and identity, injected, so that a test can foretell both. */
export interface Random {
  /** In [0, 1). */
  fraction(): number;
  bytes(length: number): Buffer;
  /** RFC 9562 version 4. */
  uuid(): string;
}

/** The operating system's randomness. */
export const systemRandom: Random = {
  fraction: () => Math.random(),
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
};

/** Writes sixteen bytes as a UUID. */
export function formatUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
