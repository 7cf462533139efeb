import { timestamp } from "@plumbline/core/clock/clock.ts";
import { hashesOf } from "../clock/hash-row.ts";
import type { Heartbeat } from "../clock/watch-wheel.ts";
import { isFuture, latestPast } from "./future-stamp.ts";
import type { FeedKey, Watch, WatchFailure, WatchGap } from "./watch.ts";

/**
 * `late`: it should have looked minutes ago. `failing`: the last look went wrong. `needs_reconnect`: its
 * credential does not open the door any more.
 */
export const WATCH_STATUSES = ["active", "late", "failing", "needs_reconnect", "paused"] as const;
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
  /** `null` for an inbox. */
  feed: FeedHealth | null;
}

/** So far overdue, a watch that did not fail is late: a batch takes its time, and the queue another. */
const LATE_SECONDS = 180;

/**
 * Returns the health of a watch. A poll that finds nothing writes nothing to the watch itself. Its batch's
 * heartbeat proves that it happened, as long as the watch did not fail and was in its present slot when the
 * batch was read. A stamp in the future, from a clock that was ahead, proves nothing.
 */
export function watchHealth(
  { record, state }: Watch,
  heartbeat: Heartbeat | undefined,
  now: number,
): WatchHealth {
  const { consecutive_failures, last_error, gaps } = state;
  const counts = consecutive_failures === 0 && wasRead(record, heartbeat, now);
  const beat = counts ? (heartbeat?.polled_at ?? null) : null;
  const lastSuccess = latestPast([state.last_success_at, beat], now);
  const isPolled = record.paused_at === null && record.source.type !== "approvals";
  const lag = isPolled ? overdueSeconds(record, lastSuccess, now) : 0;
  return {
    status: statusOf(record.paused_at, state, lag),
    last_polled_at: latestPast([state.last_polled_at, beat], now),
    last_success_at: lastSuccess,
    lag_seconds: lag,
    silent_since: silentSince({ record, state }, now),
    consecutive_failures,
    next_poll_after: waitsUntil(state, now),
    last_error,
    gaps,
    feed: feedHealth({ record, state }, now),
  };
}

/**
 * By how much the look is overdue that was due an interval after the last good one, or after the watch was
 * last scheduled.
 */
function overdueSeconds(
  { scheduled_at, created_at, interval_minutes }: Watch["record"],
  lastSuccess: string | null,
  now: number,
): number {
  const since = latestPast([lastSuccess, scheduled_at, created_at], now) ?? timestamp(now);
  return Math.max(0, Math.floor((now - Date.parse(since)) / 1000) - interval_minutes * 60);
}

function silentSince({ record, state }: Watch, now: number): string {
  return latestPast([state.last_event_at], now) ?? latestPast([record.created_at], now) ?? timestamp(now);
}

/**
 * Until when a watch waits after a failure; `null` when it does not. A wait that a clock set while it was
 * ahead is over.
 */
export function waitsUntil({ skip_until, last_polled_at }: Watch["state"], now: number): string | null {
  return isFuture(last_polled_at, now) ? null : skip_until;
}

/**
 * When the last good look was. Where its batch's last heartbeat tells of the watch, that may be later than
 * what its state says.
 */
export function lastSuccess(watch: Watch, heartbeat: Heartbeat | undefined, now: number): string | null {
  return watchHealth(watch, covering(watch, heartbeat), now).last_success_at;
}

/** Returns true when the batch of a heartbeat was read after the watch was put where it stands. */
export function wasRead(
  { scheduled_at }: Watch["record"],
  heartbeat: Heartbeat | undefined,
  now: number,
): boolean {
  if (heartbeat === undefined) return false;
  return heartbeat.read_at >= scheduled_at || isFuture(scheduled_at, now);
}

/** The heartbeat, where it tells of the watch. */
export function covering({ record }: Watch, heartbeat: Heartbeat | undefined): Heartbeat | undefined {
  const at = record.slot_position;
  return heartbeat !== undefined && heartbeat.from <= at && at <= heartbeat.to ? heartbeat : undefined;
}

function statusOf(
  pausedAt: string | null,
  { consecutive_failures, last_error }: Watch["state"],
  lag: number,
): WatchStatus {
  if (pausedAt !== null) return "paused";
  if (consecutive_failures === 0) return lag > LATE_SECONDS ? "late" : "active";
  return last_error?.error_code === "authentication" ? "needs_reconnect" : "failing";
}

/** The state of the looks at a feed. */
interface FeedHealth {
  /** Where it is read now. */
  url: string;
  /** Since when it has been read there; `null` when it did not move, or long ago. */
  moved_at: string | null;
  /** The key that tells its items apart, chosen from what its looks have shown. */
  identity: FeedKey;
  /** It has given items that were listed before other ids, pages or titles. */
  ids_change: boolean;
  /** It gives several items one id. */
  ids_collide: boolean;
  /** Its bytes have changed at many looks, and nothing was new. */
  silent_but_changing: boolean;
  /** Repairs that are needed to read it, such as `ampersand`; empty for a feed that is well-formed. */
  repaired: readonly string[];
  /** Items that came at once and are held back. */
  flood: { since: string; items: number; calm_looks: number; released: boolean } | null;
}

/** `null` for a watch on something else. */
function feedHealth({ record, state: { cursor } }: Watch, now: number): FeedHealth | null {
  if (cursor?.type !== "feed") return null;
  const { url, moved, flood, identity = "id", silent_changes = 0 } = cursor;
  return {
    url,
    moved_at: latestPast([moved?.at], now),
    identity,
    ids_change: cursor.ids_change === true,
    ids_collide: cursor.ids_collide === true,
    silent_but_changing: silent_changes >= SILENT_CHANGES,
    repaired: cursor.repaired ?? [],
    flood: flood
      ? {
          since: flood.at,
          items: hashesOf(flood.held).length,
          calm_looks: flood.calm_looks,
          released: flood.released || record.released_flood === flood.at,
        }
      : null,
  };
}

/** After so many looks at which a feed had changed and nothing was new, one had better read it oneself. */
export const SILENT_CHANGES = 20;
