import type { Clock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { EXPIRING, type Table } from "./tables.ts";

/** Deleted in one transaction: others wait for it. */
const DELETED_TOGETHER = 500;
const DAY_MS = 24 * 60 * 60_000;

export interface ExpiredRecordsOptions {
  store: SqliteStore;
  clock: Clock;
  logger: Logger;
}

/**
 * Deletes what DynamoDB deletes by itself: records whose time is over, once after a start and then every day.
 * Readers leave them out before that. Returns a way to stop.
 */
export function deleteExpiredDaily(options: ExpiredRecordsOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = daily(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

async function daily(options: ExpiredRecordsOptions, signal: AbortSignal): Promise<void> {
  const { store, clock, logger } = options;
  while (!signal.aborted) {
    try {
      for (const table of EXPIRING) await deleteExpired(store, table, clock.now(), signal);
    } catch (error) {
      if (!signal.aborted) logger.log("error", "expired_items_failed", describeUnexpected(error));
    }
    await clock.wait(DAY_MS, signal).catch(() => undefined);
  }
}

async function deleteExpired(
  store: SqliteStore,
  table: Table,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const key = `(${Object.keys(table.key).join(", ")})`;
  const expired = `FROM ${table.name} WHERE expires_at <= ?`;
  while (!signal.aborted) {
    const found = store.select(table, {
      sql: `SELECT 1 ${expired} LIMIT ?`,
      values: [now, DELETED_TOGETHER],
    });
    if (found.length === 0) return;
    const where = `WHERE ${key} IN (SELECT ${Object.keys(table.key).join(", ")} ${expired} LIMIT ?)`;
    await store.transact((transaction) => transaction.deleteWhere(table, where, [now, DELETED_TOGETHER]));
  }
}
