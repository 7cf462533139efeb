import { isFuture } from "@plumbline/watches/service/future-stamp.ts";
import type { Heartbeat, MissedMinutes } from "@plumbline/watches/service/watch-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Longer than the longest interval of a watch, a day. */
const KEPT_MS = 3 * 24 * 60 * 60_000;

/**
 * Heartbeats of a slot overlap, as batches move when watches come and go. A batch holds at most 25 watches,
 * so those that cover a position are among the last 25 that begin before it; the other half is room for
 * watches that have gone.
 */
const LOOKED_AT = 50;

/**
 * A batch that was read earlier never replaces one that was read later, unless that one's stamp is ahead of
 * the time now.
 */
export function putHeartbeatRow(transaction: Transaction, heartbeat: Heartbeat): void {
  const key = { slot: heartbeat.slot, start: heartbeat.from };
  const stored = transaction.get(TABLES.heartbeats, key) as Heartbeat | undefined;
  const now = Date.parse(heartbeat.polled_at);
  if (stored && stored.read_at > heartbeat.read_at && !isFuture(stored.read_at, now)) return;
  const found = { expires_at: now + KEPT_MS };
  transaction.put(TABLES.heartbeats, { key, found, record: heartbeat });
}

export function latestHeartbeatOf(
  store: SqliteStore,
  { slot, position, until }: { slot: string; position: string; until: string | undefined },
): Heartbeat | undefined {
  const begun = store.records<Heartbeat>(TABLES.heartbeats, {
    sql: "WHERE slot = ? AND start <= ? ORDER BY start DESC LIMIT ?",
    values: [slot, position, LOOKED_AT],
  });
  return begun
    .filter(({ to, polled_at }) => to >= position && (until === undefined || polled_at <= until))
    .reduce<Heartbeat | undefined>(
      (one, other) => (one && one.read_at >= other.read_at ? one : other),
      undefined,
    );
}

/**
 * Claims stand beside the heartbeats, in slots of their own. One from the future, from a clock that was
 * ahead, counts as none.
 */
export function claimPollRow(
  transaction: Transaction,
  { slot, from }: { slot: string; from: string },
  { now, since }: { now: string; since: string },
): boolean {
  const key = { slot: `claim ${slot}`, start: from };
  const stored = transaction.get(TABLES.heartbeats, key) as { claimed_at: string } | undefined;
  if (stored && stored.claimed_at >= since && stored.claimed_at <= now) return false;
  const found = { expires_at: Date.parse(now) + KEPT_MS };
  transaction.put(TABLES.heartbeats, { key, found, record: { claimed_at: now } });
  return true;
}

/** Where a wheel stands, and what it has yet to catch up. */
interface TickRecord {
  minute: number;
  missed?: readonly MissedMinutes[];
}

export function tickOf(store: SqliteStore, wheel: string): TickRecord | undefined {
  return store.record<TickRecord>(TABLES.ticks, wheel);
}

/** `change` gives the record anew, or the one it was given where nothing changes. */
export function changeTick(
  transaction: Transaction,
  wheel: string,
  change: (stored: TickRecord | undefined) => TickRecord | undefined,
): void {
  const stored = transaction.get(TABLES.ticks, { wheel }) as TickRecord | undefined;
  const record = change(stored);
  if (record !== undefined && record !== stored)
    transaction.put(TABLES.ticks, { key: { wheel }, found: {}, record });
}
