import type { DueIndex } from "@plumbline/watches/delivery/due-listing.ts";
import type { WatchEventRecord } from "@plumbline/watches/service/watch.ts";
import type { WatchEventStore } from "@plumbline/watches/service/watch-event-store.ts";
import { asBytes, type SqlValue } from "./rows.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { TABLES } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Stores events and the state of their deliveries in one table. */
export function sqliteWatchEvents(store: SqliteStore): WatchEventStore {
  return {
    putEvent(event) {
      return store.transact((transaction) => {
        const stored = parseEvent(transaction, event);
        if (stored && stored.fence > event.fence) return false;
        putEventRow(transaction, event);
        return true;
      });
    },

    putDelivery(event) {
      return store.transact((transaction) => {
        const stored = parseEvent(transaction, event);
        if (stored?.fence !== event.fence) return false;
        if ((stored.delivery?.version ?? 0) !== event.delivery.version - 1) return false;
        putEventRow(transaction, event);
        return true;
      });
    },

    async getEvent({ tenantId, watchId }, sequence) {
      return store.record<WatchEventRecord>(TABLES.watchEvents, tenantId, watchId, sequence);
    },

    async *eventRange({ tenantId, watchId }, { first, last, backwards, together }) {
      let [from, to] = [first, last];
      for (;;) {
        const found = store.listRecords<WatchEventRecord>(TABLES.watchEvents, {
          sql: `WHERE tenant_id = ? AND watch_id = ? AND sequence BETWEEN ? AND ?
            ORDER BY sequence ${backwards ? "DESC" : "ASC"} LIMIT ?`,
          values: [tenantId, watchId, from, to, together],
        });
        yield found;
        const end = found.at(-1);
        if (end === undefined || found.length < together) return;
        if (backwards) to = end.sequence - 1;
        else from = end.sequence + 1;
      }
    },

    deleteEvents({ tenantId, watchId }, from) {
      return store.transact((transaction) => {
        const where = "WHERE tenant_id = ? AND watch_id = ? AND sequence >= ?";
        transaction.deleteWhere(TABLES.watchEvents, where, [tenantId, watchId, from]);
      });
    },

    due: createDueIndex(store),
  };
}

/** Reads only the index. Each page continues after the last row of the previous one. */
function createDueIndex(store: SqliteStore): DueIndex {
  const columns = "due_at, tenant_id, watch_id, sequence";
  const selected = `${["due_at", "tenant_id", "watch_id"].map(asBytes).join(", ")}, sequence`;
  return {
    parts: 1,
    async page(_part, { compare, time, forwards }, { limit, after }) {
      const order = forwards ? "ASC" : "DESC";
      const behind = after === undefined ? "" : `AND (${columns}) ${forwards ? ">" : "<"} (?, ?, ?, ?)`;
      const rows = store.select(TABLES.watchEvents, {
        sql: `SELECT ${selected} FROM watch_events WHERE due_at ${compare} ? ${behind}
          ORDER BY due_at ${order}, tenant_id ${order}, watch_id ${order}, sequence ${order} LIMIT ?`,
        values: [time, ...((after ?? []) as readonly SqlValue[]), limit],
      });
      const found = rows.map(([due_at, tenantId, watchId, sequence]) => ({
        due_at: String(due_at),
        delivery: { tenantId: String(tenantId), watchId: String(watchId), sequence: Number(sequence) },
      }));
      return { found, next: rows.length < limit ? undefined : rows.at(-1) };
    },
  };
}

function parseEvent(
  transaction: Transaction,
  { tenant_id, watch_id, sequence }: WatchEventRecord,
): WatchEventRecord | undefined {
  const stored = transaction.get(TABLES.watchEvents, [tenant_id, watch_id, sequence]);
  return stored as WatchEventRecord | undefined;
}

function putEventRow(transaction: Transaction, record: WatchEventRecord): void {
  const { tenant_id, watch_id, sequence, delivery } = record;
  const found = {
    due_at: delivery?.status === "waiting" ? delivery.due_at : null,
    expires_at: Date.parse(record.expires_at),
  };
  transaction.put(TABLES.watchEvents, { key: [tenant_id, watch_id, sequence], found, record });
}
