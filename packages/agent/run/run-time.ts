import type { Clock } from "@plumbline/core/clock/clock.ts";

/** A turn that could not even be asked for in this time is not begun. */
const LEAST_MS = 500;

/** How long a run has gone on and how long it may. */
export class RunTime {
  readonly #clock: Clock;
  readonly #startedAt: number;
  /** The clock's monotonic time by which all must be over. */
  readonly deadline: number;

  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    this.deadline = this.#startedAt + limitMs;
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }

  get remainingMs(): number {
    return this.deadline - this.#clock.monotonic();
  }

  /** Too little is left to begin anything. */
  get isOver(): boolean {
    return this.remainingMs < LEAST_MS;
  }
}
