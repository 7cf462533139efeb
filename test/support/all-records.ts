import type { SqliteStore } from "../../packages/local/store/sqlite-store.ts";
import { TABLES } from "../../packages/local/store/tables.ts";

/** A stored record with the name of its table. */
export type LabelledRecord = { table: string } & Record<string, unknown>;

/** Returns all records of a store, table by table. */
export function allRecords(store: SqliteStore): LabelledRecord[] {
  return Object.values(TABLES).flatMap((table) =>
    store
      .rows(table, { sql: "", values: [] })
      .map(({ key, body }) => ({ table: table.name, ...key, ...JSON.parse(body) })),
  );
}
