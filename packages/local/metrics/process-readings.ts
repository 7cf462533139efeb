import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Clock, MINUTE_MS } from "@plumbline/core/clock/clock.ts";
import { WHEELS } from "@plumbline/watches/clock/slots.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";

/** Interval of event loop measurements, each of which records how late it is. */
const LOOP_MS = 20;
const NANOSECONDS = 1e9;

export interface ProcessReadingsOptions {
  metrics: MetricsRegistry;
  watchStore: Pick<WatchStore, "lastTick">;
  clock: Clock;
}

/**
 * Updates the process's gauges whenever its metrics are read: event loop, memory, open files, CPU, and the
 * age of each wheel's last tick.
 */
export function processReadings({ metrics, watchStore, clock }: ProcessReadingsOptions): {
  text(): Promise<string>;
} {
  const loop = monitorEventLoopDelay({ resolution: LOOP_MS });
  loop.enable();
  let cpuSeconds = 0;
  return {
    async text() {
      const lag = loop.percentile(99) / NANOSECONDS - LOOP_MS / 1_000;
      loop.reset();
      metrics.set("plumbline_event_loop_lag_seconds", {}, Math.max(0, lag));
      const { heapUsed, rss } = process.memoryUsage();
      metrics.set("plumbline_heap_bytes", {}, heapUsed);
      metrics.set("plumbline_resident_bytes", {}, rss);
      const files = countOpenFiles();
      if (files !== undefined) metrics.set("plumbline_open_files", {}, files);
      const { user, system } = process.cpuUsage();
      const spent = (user + system) / 1e6;
      metrics.add("plumbline_cpu_seconds_total", {}, spent - cpuSeconds);
      cpuSeconds = spent;
      for (const wheel of WHEELS) {
        const minute = await watchStore.lastTick(wheel);
        const ageMs = minute === undefined ? undefined : clock.now() - minute * MINUTE_MS;
        // A tick in the future has no age. The next tick resets it.
        if (ageMs !== undefined)
          metrics.set("plumbline_tick_age_seconds", { wheel }, Math.max(0, ageMs / 1_000));
      }
      return metrics.text();
    },
  };
}

/** Returns the number of open files on Linux, or `undefined` elsewhere. */
function countOpenFiles(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return undefined;
  }
}
