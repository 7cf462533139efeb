import { timestamp } from "@plumbline/core/clock/clock.ts";
import { listHashes } from "../clock/hash-row.ts";
import type { Heartbeat } from "../clock/watch-wheel.ts";
import { findLatestPast, isFuture } from "./future-stamp.ts";
import type { FeedKey, Watch, WatchFailure, WatchGap } from "./watch.ts";

/**
 * `late`: it should have been polled minutes ago. `failing`: the last poll failed. `needs_reconnect`: its
 * credential is no longer accepted.
 */
export const WATCH_STATUSES = ["active", "late", "failing", "needs_reconnect", "paused"] as const;
export type WatchStatus = (typeof WATCH_STATUSES)[number];

/** Health of a watch, and the evidence for it. */
export interface WatchHealth {
  status: WatchStatus;
  last_polled_at: string | null;
  last_success_at: string | null;
  /** Seconds by which the next successful poll is overdue, or 0. */
  lag_seconds: number;
  /** Time since which it has found nothing. */
  silent_since: string;
  consecutive_failures: number;
  next_poll_after: string | null;
  last_error: WatchFailure | null;
  gaps: readonly WatchGap[];
  /** `null` for an inbox. */
  feed: FeedHealth | null;
}

/** Delay after which a watch without a failure is late. Batches and the queue take some time. */
const LATE_SECONDS = 180;

/**
 * Returns the health of a watch. A poll without findings writes nothing to the watch itself. Its batch's
 * heartbeat proves that it happened, as long as the watch did not fail and was in its current slot when the
 * batch was read. A timestamp in the future, written by a clock that was ahead, proves nothing.
 */
export function watchHealth(
  { record, state }: Watch,
  heartbeat: Heartbeat | undefined,
  now: number,
): WatchHealth {
  const { consecutive_failures, last_error, gaps } = state;
  const counts = consecutive_failures === 0 && wasRead(record, heartbeat, now);
  const beat = counts ? (heartbeat?.polled_at ?? null) : null;
  const lastSuccess = findLatestPast([state.last_success_at, beat], now);
  const isPolled = record.paused_at === null && record.source.type !== "approvals";
  const lag = isPolled ? countOverdueSeconds(record, lastSuccess, now) : 0;
  return {
    status: chooseStatus(record.paused_at, state, lag),
    last_polled_at: findLatestPast([state.last_polled_at, beat], now),
    last_success_at: lastSuccess,
    lag_seconds: lag,
    silent_since: findSilentSince({ record, state }, now),
    consecutive_failures,
    next_poll_after: findBackoffEnd(state, now),
    last_error,
    gaps,
    feed: feedHealth({ record, state }, now),
  };
}

/**
 * Returns how overdue the poll is that was due one interval after the last successful one, or after the watch
 * was last scheduled.
 */
function countOverdueSeconds(
  { scheduled_at, created_at, interval_minutes }: Watch["record"],
  lastSuccess: string | null,
  now: number,
): number {
  const since = findLatestPast([lastSuccess, scheduled_at, created_at], now) ?? timestamp(now);
  return Math.max(0, Math.floor((now - Date.parse(since)) / 1000) - interval_minutes * 60);
}

function findSilentSince({ record, state }: Watch, now: number): string {
  return (
    findLatestPast([state.last_event_at], now) ?? findLatestPast([record.created_at], now) ?? timestamp(now)
  );
}

/**
 * Returns the end of a watch's backoff after a failure, or `null`. A backoff set by a clock that was ahead
 * has ended.
 */
export function findBackoffEnd({ skip_until, last_polled_at }: Watch["state"], now: number): string | null {
  return isFuture(last_polled_at, now) ? null : skip_until;
}

/** Returns the time of the last successful poll, which may be later by its heartbeat than by its state. */
export function findLastSuccess(watch: Watch, heartbeat: Heartbeat | undefined, now: number): string | null {
  return watchHealth(watch, heartbeat, now).last_success_at;
}

/** Returns whether a heartbeat's batch was read after the watch was put into its slot. */
export function wasRead(
  { scheduled_at }: Watch["record"],
  heartbeat: Heartbeat | undefined,
  now: number,
): boolean {
  if (heartbeat === undefined) return false;
  return heartbeat.read_at >= scheduled_at || isFuture(scheduled_at, now);
}

function chooseStatus(
  pausedAt: string | null,
  { consecutive_failures, last_error }: Watch["state"],
  lag: number,
): WatchStatus {
  if (pausedAt !== null) return "paused";
  if (consecutive_failures === 0) return lag > LATE_SECONDS ? "late" : "active";
  return last_error?.error_code === "authentication" ? "needs_reconnect" : "failing";
}

/** The state of the polls of a feed. */
interface FeedHealth {
  /** Its current address. */
  url: string;
  /** Time since which that is its address. `null` if it did not move, or moved long ago. */
  moved_at: string | null;
  /** The key that distinguishes its items, chosen according to earlier polls. */
  identity: FeedKey;
  /** True if it has given items listed before other IDs, pages or titles. */
  ids_change: boolean;
  /** True if it gives several items one ID. */
  ids_collide: boolean;
  /** True if its bytes changed at many polls, but nothing was new. */
  silent_but_changing: boolean;
  /** Repairs needed to parse it, such as `ampersand`. Empty for a well-formed feed. */
  repaired: readonly string[];
  /** Items that arrived at once and are held back. */
  flood: { since: string; items: number; calm_looks: number; released: boolean } | null;
}

/** Returns `null` for a watch of something else. */
function feedHealth({ record, state: { cursor } }: Watch, now: number): FeedHealth | null {
  if (cursor?.type !== "feed") return null;
  const { url, moved, flood, identity = "id", silent_changes = 0 } = cursor;
  return {
    url,
    moved_at: findLatestPast([moved?.at], now),
    identity,
    ids_change: cursor.ids_change === true,
    ids_collide: cursor.ids_collide === true,
    silent_but_changing: silent_changes >= SILENT_CHANGES,
    repaired: cursor.repaired ?? [],
    flood: flood
      ? {
          since: flood.at,
          items: listHashes(flood.held).length,
          calm_looks: flood.calm_looks,
          released: flood.released || record.released_flood === flood.at,
        }
      : null,
  };
}

/** Number of polls with a changed feed but nothing new, after which a person should check the feed. */
export const SILENT_CHANGES = 20;
