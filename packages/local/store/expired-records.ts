import { type Clock, DAY_MS, HOUR_MS, timestamp } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { EXPIRING, TABLES, type Table } from "./tables.ts";

/** Number of records deleted in one transaction, during which other transactions wait. */
const DELETE_BATCH_SIZE = 500;

export interface ExpiredRecordsOptions {
  store: SqliteStore;
  clock: Clock;
  logger: Logger;
}

/** Time of the last check, and how long the clock has run without a jump. Stored across restarts. */
interface ClockSeen {
  seen_at: string;
  steady_ms: number;
}

/**
 * Deletes records one day after they expire, at the start and then every hour. Readers already skip them.
 * DynamoDB does this itself. Deletes nothing until the clock has run for a day without a jump, because a
 * clock that is a year ahead would make everything expire. Returns a function to stop.
 */
export function deleteExpiredHourly(options: ExpiredRecordsOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = removeHourly(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

async function removeHourly(options: ExpiredRecordsOptions, signal: AbortSignal): Promise<void> {
  const { store, clock, logger } = options;
  let lookedAt = clock.monotonic();
  while (!signal.aborted) {
    try {
      const [at, now] = [clock.monotonic(), clock.now()];
      const steadyMs = await noteTime(store, now, at - lookedAt);
      lookedAt = at;
      if (steadyMs >= DAY_MS)
        for (const table of EXPIRING) await deleteExpired(store, table, now - DAY_MS, signal);
    } catch (error) {
      if (!signal.aborted) logger.log("error", "expired_items_failed", describeUnexpected(error));
    }
    await clock.wait(HOUR_MS, signal).catch(() => undefined);
  }
}

/**
 * Records the current time, `passedMs` after this process's last check. Returns how long the clock has run
 * without a jump. A jump of less than a day is harmless, because records are deleted a day late. Downtime
 * cannot be distinguished from a jump, so after more than a day of it, the clock must run for a day again.
 */
function noteTime(store: SqliteStore, now: number, passedMs: number): Promise<number> {
  return store.transact((transaction) => {
    const key = ["clock"];
    const before = transaction.get(TABLES.facts, key) as ClockSeen | undefined;
    const jumped = before !== undefined && now - Date.parse(before.seen_at) - passedMs >= DAY_MS;
    const steady_ms = before === undefined || jumped ? 0 : Math.min(before.steady_ms + passedMs, DAY_MS);
    const record: ClockSeen = { seen_at: timestamp(now), steady_ms };
    transaction.put(TABLES.facts, { key, found: {}, record });
    return steady_ms;
  });
}

async function deleteExpired(
  store: SqliteStore,
  table: Table,
  until: number,
  signal: AbortSignal,
): Promise<void> {
  const key = `(${Object.keys(table.key).join(", ")})`;
  const expired = `FROM ${table.name} WHERE expires_at <= ?`;
  while (!signal.aborted) {
    const found = store.select(table, {
      sql: `SELECT 1 ${expired} LIMIT ?`,
      values: [until, DELETE_BATCH_SIZE],
    });
    if (found.length === 0) return;
    const where = `WHERE ${key} IN (SELECT ${Object.keys(table.key).join(", ")} ${expired} LIMIT ?)`;
    await store.transact((transaction) => transaction.deleteWhere(table, where, [until, DELETE_BATCH_SIZE]));
  }
}
