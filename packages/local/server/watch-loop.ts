import { setMaxListeners } from "node:events";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { inParallel } from "@plumbline/watches/clock/in-parallel.ts";
import { WHEELS, type Wheel } from "@plumbline/watches/clock/slots.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import type { WatchPoller } from "@plumbline/watches/clock/watch-poller.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";

export interface WatchLoopOptions {
  watchStore: WatchStore;
  watchPoller: WatchPoller;
  clock: Clock;
  logger: Logger;
}

const MINUTE_MS = 60_000;
const BATCHES_AT_ONCE = 4;

/**
 * The clock and the queue of watches on one machine: a tick at every full minute, and at once after a start.
 * The batches of a tick are polled before the wheel moves on, so what a crash interrupts is polled after the
 * next start. `stop` ends polls under way, which then count as never begun.
 */
export function runWatches(options: WatchLoopOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  // Every look listens to it, and Node takes more than ten for a leak.
  setMaxListeners(0, stopping.signal);
  const loops = WHEELS.map((wheel) => turn(wheel, options, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function turn(wheel: Wheel, options: WatchLoopOptions, signal: AbortSignal): Promise<void> {
  const { watchStore: store, watchPoller, clock, logger } = options;
  const queue = {
    send: (batches: Parameters<typeof watchPoller.poll>[0][]) =>
      inParallel(batches, BATCHES_AT_ONCE, (batch) => watchPoller.poll(batch, signal)),
  };
  while (!signal.aborted) {
    try {
      await tick(wheel, { store, queue, clock, logger });
    } catch (error) {
      if (!signal.aborted) logger.log("error", "watch_tick_failed", describeUnexpected(error));
    }
    await clock.wait(MINUTE_MS - (clock.now() % MINUTE_MS), signal).catch(() => undefined);
  }
}
