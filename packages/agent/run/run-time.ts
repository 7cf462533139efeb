import type { Clock, Deadline } from "@plumbline/core/clock/clock.ts";

/** A turn that could not even be asked for in this time is not begun. */
const LEAST_MS = 500;

/** Measures how long a run has gone on and whether it may go on. */
export class RunTime {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #deadline: Deadline;

  constructor(clock: Clock, deadline: Deadline) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    this.#deadline = deadline;
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }

  /** Too little is left to begin anything. */
  get isOver(): boolean {
    return this.#deadline.remainingMs() < LEAST_MS;
  }
}
