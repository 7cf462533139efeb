import type { LogFields } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { Watch } from "../service/watch.ts";
import { watchHealth } from "../service/watch-health.ts";
import type { Look } from "./look.ts";
import type { PollFailure } from "./poll-failure.ts";
import type { Wheel } from "./slots.ts";
import type { Heartbeat } from "./watch-wheel.ts";

/** Counts the polls of a batch, for a log line and metrics that show whether watches are working. */
export class BatchTally {
  #watches = 0;
  #failures = 0;
  #reconnects = 0;
  #gaps = 0;
  #found = 0;
  #lag = 0;
  #silence = 0;
  #inARow = 0;

  /** Counts a watch that is about to be polled. `heartbeat` is the last one that covers it. */
  countDue(watch: Watch, heartbeat: Heartbeat | undefined, now: number): void {
    const { lag_seconds, silent_since } = watchHealth(watch, heartbeat, now);
    this.#watches += 1;
    this.#lag = Math.max(this.#lag, lag_seconds);
    this.#silence = Math.max(this.#silence, Math.round((now - Date.parse(silent_since)) / 1000));
  }

  countPoll({ findings, gap }: Look): void {
    this.#found += findings.length;
    if (gap !== null) this.#gaps += 1;
  }

  countFailure({ state }: Watch, { error_code }: PollFailure): void {
    this.#failures += 1;
    this.#inARow = Math.max(this.#inARow, state.consecutive_failures + 1);
    if (error_code === "authentication") this.#reconnects += 1;
  }

  get level(): "info" | "warn" {
    return this.#failures + this.#gaps > 0 ? "warn" : "info";
  }

  getFields(): LogFields {
    return {
      watches: this.#watches,
      found: this.#found,
      failures: this.#failures,
      needs_reconnect: this.#reconnects,
      most_failures_in_a_row: this.#inARow,
      gaps: this.#gaps,
      longest_lag_seconds: this.#lag,
      longest_silence_seconds: this.#silence,
    };
  }

  record(metrics: Metrics, wheel: Wheel): void {
    const of = { wheel };
    metrics.add("plumbline_watch_polls_total", of, this.#watches);
    metrics.add("plumbline_watch_events_total", of, this.#found);
    metrics.add("plumbline_watch_failures_total", of, this.#failures);
    metrics.add("plumbline_watch_gaps_total", of, this.#gaps);
    metrics.set("plumbline_watch_reconnects", of, this.#reconnects);
    metrics.set("plumbline_watch_failures_in_a_row", of, this.#inARow);
    metrics.set("plumbline_watch_lag_seconds", of, this.#lag);
    metrics.set("plumbline_watch_silence_seconds", of, this.#silence);
  }
}
