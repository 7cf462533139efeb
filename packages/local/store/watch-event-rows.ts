import type { Page, PageRequest } from "@plumbline/core/records/page.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import { type DueBounds, type DueDelivery, DueListing } from "@plumbline/watches/service/watch-store.ts";
import { asBytes, type SqlValue } from "./rows.ts";
import { pageOf, type SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

type WatchName = Pick<DueDelivery, "tenantId" | "watchId">;

/** Due deliveries read from the longest waiting on, and of those that fell due last, where there are more. */
const MOST_READ = 20_000;
const MOST_READ_LAST = 5_000;
const READ_TOGETHER = 1_000;

export function eventOf(
  transaction: Transaction,
  { tenant_id, watch_id, sequence }: WatchEventRecord,
): WatchEventRecord | undefined {
  const key = { tenant_id, watch_id, sequence };
  return transaction.get(TABLES.watchEvents, key) as WatchEventRecord | undefined;
}

export function putEventRow(transaction: Transaction, record: WatchEventRecord): void {
  const { tenant_id, watch_id, sequence, delivery } = record;
  const found = {
    due_at: delivery?.status === "waiting" ? delivery.due_at : null,
    expires_at: Date.parse(record.expires_at),
  };
  transaction.put(TABLES.watchEvents, { key: { tenant_id, watch_id, sequence }, found, record });
}

export function pageOfEvents(
  store: SqliteStore,
  { tenantId, watchId }: WatchName,
  { after = "0", before, limit }: PageRequest & { before: number },
  now: number,
): Page<WatchEventRecord> {
  const found = store.records<WatchEventRecord>(TABLES.watchEvents, {
    sql: `WHERE tenant_id = ? AND watch_id = ? AND sequence > ? AND sequence < ? AND expires_at > ?
      ORDER BY sequence LIMIT ?`,
    values: [tenantId, watchId, Number(after), before, now, limit + 1],
  });
  return pageOf(found, limit, ({ sequence }) => String(sequence));
}

export function lastEventsOf(
  store: SqliteStore,
  { tenantId, watchId }: WatchName,
  { before, limit }: { before: number; limit: number },
  now: number,
): WatchEventRecord[] {
  return store.records<WatchEventRecord>(TABLES.watchEvents, {
    sql: `WHERE tenant_id = ? AND watch_id = ? AND sequence < ? AND expires_at > ?
      ORDER BY sequence DESC LIMIT ?`,
    values: [tenantId, watchId, before, now, limit],
  });
}

/** Reads the beginning of the index alone. */
export function oldestDueOf(store: SqliteStore, now: string): string | undefined {
  const [found] = store.select(TABLES.watchEvents, {
    sql: `SELECT ${asBytes("due_at")} FROM watch_events WHERE due_at <= ? ORDER BY due_at LIMIT 1`,
    values: [now],
  });
  return found && String(found[0]);
}

/** When a delivery is due: at `now`, or after `farthest`. */
interface DueTimes {
  now: string;
  farthest: string | undefined;
}

/**
 * Tells due deliveries within the bounds. Where more are due than are read, those that fell due last are told
 * too, as the new ones are among them.
 */
export async function* dueDeliveriesOf(
  store: SqliteStore,
  times: DueTimes,
  bounds: DueBounds,
): AsyncGenerator<DueDelivery> {
  const listing = new DueListing(bounds);
  if (listing.isFull()) return;
  for (const due of readDue(store, times)) {
    if (listing.takes(due)) yield due;
    if (listing.isFull()) return;
  }
}

function* readDue(store: SqliteStore, { now, farthest }: DueTimes): Generator<DueDelivery> {
  const due = { sql: "due_at <= ?", value: now };
  const all = yield* readDueInOrder(store, due, { order: "ASC", most: MOST_READ });
  if (!all) yield* readDueInOrder(store, due, { order: "DESC", most: MOST_READ_LAST });
  if (farthest === undefined) return;
  yield* readDueInOrder(store, { sql: "due_at > ?", value: farthest }, { order: "ASC", most: MOST_READ });
}

/**
 * Reads the index alone, a piece at a time, each behind the last one of the piece before. Returns whether
 * that was all.
 */
function* readDueInOrder(
  store: SqliteStore,
  due: { sql: string; value: string },
  { order, most }: { order: "ASC" | "DESC"; most: number },
): Generator<DueDelivery, boolean> {
  const columns = "due_at, tenant_id, watch_id, sequence";
  const selected = `${["due_at", "tenant_id", "watch_id"].map(asBytes).join(", ")}, sequence`;
  let behind = "";
  let position: readonly SqlValue[] = [];
  for (let read = 0; read < most; read += READ_TOGETHER) {
    const found = store.select(TABLES.watchEvents, {
      sql: `SELECT ${selected} FROM watch_events WHERE ${due.sql} ${behind}
        ORDER BY due_at ${order}, tenant_id ${order}, watch_id ${order}, sequence ${order} LIMIT ?`,
      values: [due.value, ...position, READ_TOGETHER],
    });
    for (const [, tenantId, watchId, sequence] of found)
      yield { tenantId: String(tenantId), watchId: String(watchId), sequence: Number(sequence) };
    if (found.length < READ_TOGETHER) return true;
    behind = `AND (${columns}) ${order === "ASC" ? ">" : "<"} (?, ?, ?, ?)`;
    position = found.at(-1) ?? [];
  }
  return false;
}
