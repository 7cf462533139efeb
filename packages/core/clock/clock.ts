import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The source of time. Always injected: no other code may read the time or wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a monotonic scale, for measuring durations. */
  monotonic(): number;
  /** Resolves after `ms`. Rejects with the signal's reason if it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` after `ms`, unless the returned function is called first. Lets the process exit. */
  after(ms: number, run: () => void): () => void;
}

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

/** Formats a time as ISO 8601 with an explicit offset, as in citations: `2026-01-01T00:00:00.000+00:00`. */
export function offsetTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}

/** Formats a time as ISO 8601 in UTC, as in records: `2026-01-01T00:00:00.000Z`. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * Maximum number of remembered keys. Beyond it, all are forgotten, which at worst repeats an action early.
 */
const MAX_REMEMBERED = 10_000;

/** Limits an action to once per interval for each key, within this process. */
export class AtMostEvery {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #lastDone = new Map<string, number>();

  constructor(clock: Clock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  /** Returns true if the action is due for this key, and records it as done now. */
  take(key: string): boolean {
    const now = this.#clock.now();
    const last = this.#lastDone.get(key);
    if (last !== undefined && now - last < this.#intervalMs) return false;
    if (this.#lastDone.size >= MAX_REMEMBERED) this.#lastDone.clear();
    this.#lastDone.set(key, now);
    return true;
  }

  /** Allows the action again. */
  forget(key: string): void {
    this.#lastDone.delete(key);
  }
}

/**
 * The time by which work must be finished. Created when a request arrives, and passed through every layer.
 */
export class Deadline {
  readonly #clock: Clock;
  /** In milliseconds, on the clock's monotonic scale. */
  readonly #at: number;

  private constructor(clock: Clock, at: number) {
    this.#clock = clock;
    this.#at = at;
  }

  /** Creates a deadline `ms` from now. `Infinity` means no deadline. */
  static in(ms: number, clock: Clock): Deadline {
    return new Deadline(clock, clock.monotonic() + ms);
  }

  /** Returns the remaining milliseconds, which are negative after the deadline. */
  remainingMs(): number {
    return this.#at - this.#clock.monotonic();
  }

  isOver(): boolean {
    return this.remainingMs() <= 0;
  }

  /** Returns the earlier of this deadline and `ms` from now. */
  within(ms: number): Deadline {
    return new Deadline(this.#clock, Math.min(this.#at, this.#clock.monotonic() + ms));
  }
}

/** The source of randomness. Always injected, so that tests can predict it. */
export interface Random {
  fraction(): number;
  bytes(length: number): Buffer;
  /** Returns a UUID version 4 (RFC 9562). */
  uuid(): string;
}

/** The operating system's randomness. */
export const systemRandom: Random = {
  fraction: () => Math.random(),
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
};

/** Formats sixteen bytes as a UUID. */
export function formatUuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
