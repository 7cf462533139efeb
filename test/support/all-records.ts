import type { SqliteStore } from "@plumbline/local/store/sqlite-store.ts";
import { TABLES } from "@plumbline/local/store/tables.ts";

/** A stored record and the name of its table. */
export type LabelledRecord = { table: string } & Record<string, unknown>;

/** Everything that a store holds, table by table. */
export function allRecords(store: SqliteStore): LabelledRecord[] {
  return Object.values(TABLES).flatMap((table) =>
    store
      .rows(table, { sql: "", values: [] })
      .map(({ key, body }) => ({ table: table.name, ...key, ...JSON.parse(body) })),
  );
}
