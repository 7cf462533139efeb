import type { Heartbeat } from "@plumbline/watches/service/watch-store.ts";
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

/** A batch that was read earlier never replaces one that was read later. */
export function putHeartbeatRow(transaction: Transaction, heartbeat: Heartbeat): void {
  const key = { slot: heartbeat.slot, start: heartbeat.from };
  const stored = transaction.get(TABLES.heartbeats, key) as Heartbeat | undefined;
  if (stored && stored.read_at > heartbeat.read_at) return;
  const found = { expires_at: Date.parse(heartbeat.polled_at) + KEPT_MS };
  transaction.put(TABLES.heartbeats, { key, found, record: heartbeat });
}

export function latestHeartbeatOf(store: SqliteStore, slot: string, position: string): Heartbeat | undefined {
  const begun = store.records<Heartbeat>(TABLES.heartbeats, {
    sql: "WHERE slot = ? AND start <= ? ORDER BY start DESC LIMIT ?",
    values: [slot, position, LOOKED_AT],
  });
  return begun
    .filter(({ to }) => to >= position)
    .reduce<Heartbeat | undefined>(
      (one, other) => (one && one.read_at >= other.read_at ? one : other),
      undefined,
    );
}
