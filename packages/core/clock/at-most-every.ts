import type { Clock } from "./clock.ts";

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

  /** Whether it is due for this key; when it is, it counts as done now. */
  take(key: string): boolean {
    const now = this.#clock.now();
    const last = this.#lastDone.get(key);
    if (last !== undefined && now - last < this.#intervalMs) return false;
    if (this.#lastDone.size >= MAX_REMEMBERED) this.#lastDone.clear();
    this.#lastDone.set(key, now);
    return true;
  }
}
