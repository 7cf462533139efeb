import { SqliteLabelClaims } from "./sqlite-label-claims.ts";
import { SqliteRecordStore } from "./sqlite-record-store.ts";
import type { SqliteStore } from "./sqlite-store.ts";
import { sqliteWatchEvents } from "./sqlite-watch-events.ts";
import { sqliteWatchWheel } from "./sqlite-watch-wheel.ts";

/** Opens the stores implemented with SQLite, in one file. */
export function sqliteStores(store: SqliteStore) {
  return {
    records: new SqliteRecordStore(store),
    labelClaims: new SqliteLabelClaims(store),
    watchWheel: sqliteWatchWheel(store),
    watchEvents: sqliteWatchEvents(store),
  };
}
