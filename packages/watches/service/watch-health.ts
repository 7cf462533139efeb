import type { Watch, WatchFailure, WatchGap } from "./watch.ts";
import type { Heartbeat } from "./watch-store.ts";

/** `failing`: the last look went wrong. `needs_reconnect`: its credential does not open the door any more. */
export const WATCH_STATUSES = ["active", "failing", "needs_reconnect", "paused"] as const;
export type WatchStatus = (typeof WATCH_STATUSES)[number];

/** Health of a watch, and the evidence for it. */
export interface WatchHealth {
  status: WatchStatus;
  last_polled_at: string | null;
  last_success_at: string | null;
  /** Seconds by which the next good look is overdue; 0 when it is not. */
  lag_seconds: number;
  /** Since when it has found nothing. */
  silent_since: string;
  consecutive_failures: number;
  next_poll_after: string | null;
  last_error: WatchFailure | null;
  gaps: readonly WatchGap[];
}

/**
 * Returns the health of a watch. A poll that finds nothing writes nothing to the watch itself. Its batch's
 * heartbeat proves that it happened, as long as the watch did not fail and was in its present slot when the
 * batch was read.
 */
export function watchHealth(
  { record, state }: Watch,
  heartbeat: Heartbeat | undefined,
  now: number,
): WatchHealth {
  const { consecutive_failures, last_error, skip_until, gaps } = state;
  const counts =
    heartbeat !== undefined && consecutive_failures === 0 && heartbeat.read_at >= record.scheduled_at;
  const beat = counts ? heartbeat.polled_at : null;
  const lastSuccess = latest(state.last_success_at, beat);
  const dueBy = Date.parse(latest(lastSuccess, record.scheduled_at) ?? record.scheduled_at);
  const overdue = Math.floor((now - dueBy) / 1000) - record.interval_minutes * 60;
  return {
    status: statusOf(record.paused_at, state),
    last_polled_at: latest(state.last_polled_at, beat),
    last_success_at: lastSuccess,
    lag_seconds: record.paused_at === null ? Math.max(0, overdue) : 0,
    silent_since: state.last_event_at ?? record.created_at,
    consecutive_failures,
    next_poll_after: skip_until,
    last_error,
    gaps,
  };
}

/**
 * When the last good look was. Where its batch's last heartbeat tells of the watch, that may be later than
 * what its state says.
 */
export function lastSuccess(watch: Watch, heartbeat: Heartbeat | undefined): string | null {
  return watchHealth(watch, covering(watch, heartbeat), 0).last_success_at;
}

/** The heartbeat, where it tells of the watch. */
export function covering({ record }: Watch, heartbeat: Heartbeat | undefined): Heartbeat | undefined {
  const at = record.slot_position;
  return heartbeat !== undefined && heartbeat.from <= at && at <= heartbeat.to ? heartbeat : undefined;
}

function statusOf(
  pausedAt: string | null,
  { consecutive_failures, last_error }: Watch["state"],
): WatchStatus {
  if (pausedAt !== null) return "paused";
  if (consecutive_failures === 0) return "active";
  return last_error?.error_code === "authentication" ? "needs_reconnect" : "failing";
}

/** Of two times as records carry them, which sort as text. */
function latest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
