import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";

/** The machine's time, which can be put forward: whoever waits for a time that has come is woken. */
export class DemoClock implements Clock {
  #aheadMs = 0;
  readonly #waiting = new Set<{ until: number; wake: () => void }>();

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const waiter = { until: this.now() + ms, wake: () => woken.abort() };
    this.#waiting.add(waiter);
    try {
      await systemClock.wait(ms, signal ? AbortSignal.any([signal, woken.signal]) : woken.signal);
    } catch (error) {
      if (signal?.aborted || !woken.signal.aborted) throw error;
    } finally {
      this.#waiting.delete(waiter);
    }
  }

  after(ms: number, run: () => void): () => void {
    return systemClock.after(ms, run);
  }

  putForward(minutes: number): void {
    this.#aheadMs += minutes * 60_000;
    for (const { until, wake } of this.#waiting) if (until <= this.now()) wake();
  }
}
