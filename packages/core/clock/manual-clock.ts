import type { Clock } from "./clock.ts";

interface Alarm {
  at: number;
  run: () => void;
}

/**
 * A clock that moves only on request, for tests of this repository and of programs that embed the service.
 * `waits` records every `wait` in milliseconds. With `autoAdvance` (the default), a wait advances the clock
 * and resolves immediately, so that no test sleeps.
 */
export class ManualClock implements Clock {
  readonly waits: number[] = [];
  #now: number;
  #start: number;
  readonly #autoAdvance: boolean;
  #alarms: Alarm[] = [];

  constructor(start: string | number = "2026-01-01T00:00:00Z", options: { autoAdvance?: boolean } = {}) {
    this.#now = this.#start = typeof start === "string" ? Date.parse(start) : start;
    this.#autoAdvance = options.autoAdvance ?? true;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now - this.#start;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.waits.push(ms);
    return new Promise((resolve, reject) => {
      const cancel = this.after(ms, () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      });
      const abort = () => {
        cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      if (this.#autoAdvance) this.advance(ms);
    });
  }

  after(ms: number, run: () => void): () => void {
    const alarm = { at: this.#now + ms, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Advances the time and runs everything that becomes due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#findNextBefore(end); next !== undefined; next = this.#findNextBefore(end)) {
      const due = next;
      this.#alarms = this.#alarms.filter((other) => other !== due);
      this.#now = due.at;
      due.run();
    }
    this.#now = end;
  }

  /**
   * Moves the time of day forward or back, as if someone corrected the clock. Does not affect `monotonic` and
   * pending waits.
   */
  jump(ms: number): void {
    this.#now += ms;
    this.#start += ms;
    this.#alarms = this.#alarms.map((alarm) => Object.assign(alarm, { at: alarm.at + ms }));
  }

  #findNextBefore(end: number): Alarm | undefined {
    return this.#alarms.filter((alarm) => alarm.at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
