import type Database from "libsql";
import { failureOf } from "./commit-batch.js";
import { asBytes, decodeSqlValue, type FoundValue, readRow, selectRows } from "./rows.ts";
import {
  APPLICATION_ID,
  LAST_VERSION,
  listSchemaChanges,
  listTables,
  SCHEMA_VERSION,
  TABLES,
  type Table,
} from "./tables.ts";

/** Number of records in each table, and the problems found. The store is intact if `problems` is empty. */
export interface StoreReport {
  counts: Record<string, number>;
  problems: string[];
}

/**
 * Checks the structure of a store: that it is Plumbline's, its version, the tables and indexes of that
 * version, and SQLite's integrity check. Returns a short description of the problem, or `undefined`.
 */
export function findStructureProblem(database: Database.Database): string | undefined {
  try {
    if (readOne(database, "PRAGMA application_id") !== APPLICATION_ID) return "it is not a Plumbline store";
    const version = readVersion(database);
    if (version > SCHEMA_VERSION)
      return `it was written by a later version of Plumbline (schema ${version}; this version supports ${SCHEMA_VERSION})`;
    if (version < LAST_VERSION)
      return `its schema version is ${version}: open it with the previous release first, which migrates it`;
    // Read before SQLite returns any message, because messages may contain a table's name.
    const select = `SELECT ${asBytes("sql")} FROM sqlite_schema WHERE sql IS NOT NULL`;
    const schema = (database.prepare(select).raw().all().flat() as FoundValue[]).map(decodeSqlValue);
    // Order is ignored: a copy has its tables before its indexes, whenever they were added.
    if (JSON.stringify(schema.sort()) !== JSON.stringify([...listSchemaChanges(0, version)].sort()))
      return "its tables do not match this version";
    const found = readOne(database, "PRAGMA integrity_check(1)");
    return found === "ok" ? undefined : String(found);
  } catch (error) {
    return failureOf(error).message;
  }
}

/** Returns a store's version. A store lacks the tables of later versions. */
export function readVersion(database: Database.Database): number {
  return Number(readOne(database, "PRAGMA user_version"));
}

/** Returns the number of batches that the store has committed. */
export function countCommits(database: Database.Database): number {
  return Number(readOne(database, "SELECT count FROM commits"));
}

/** Reads every record of a store and verifies its checksum. */
export function inspectStore(database: Database.Database): StoreReport {
  const report: StoreReport = { counts: {}, problems: [] };
  const structure = findStructureProblem(database);
  if (structure !== undefined) report.problems.push(structure);
  const tables = structure === undefined ? listTables(readVersion(database)) : Object.values(TABLES);
  for (const table of tables) {
    try {
      report.counts[table.name] = inspectTable(database, table, report.problems);
    } catch (error) {
      report.problems.push(`the table ${table.name} cannot be fully read: ${failureOf(error).message}`);
    }
  }
  return report;
}

/** Number of records per read. */
const READ_BATCH_SIZE = 500;

function inspectTable(database: Database.Database, table: Table, problems: string[]): number {
  const names = Object.keys(table.key);
  const columns = names.join(", ");
  const order = `ORDER BY ${columns} LIMIT ${READ_BATCH_SIZE}`;
  const first = database.prepare(`${selectRows(table)} ${order}`).raw();
  const next = database
    .prepare(`${selectRows(table)} WHERE (${columns}) > (${names.map(() => "?").join(", ")}) ${order}`)
    .raw();
  let count = 0;
  let rows = first.all() as FoundValue[][];
  while (rows.length > 0) {
    for (const row of rows) {
      if (!isWhole(table, row))
        problems.push(
          `a record of ${table.name} is corrupt: ${row.slice(0, names.length).map(decodeSqlValue).join(" ")}`,
        );
    }
    count += rows.length;
    rows = next.all(...(rows.at(-1) ?? []).slice(0, names.length).map(decodeSqlValue)) as FoundValue[][];
  }
  return count;
}

function isWhole(table: Table, row: readonly FoundValue[]): boolean {
  try {
    readRow(table, row);
    return true;
  } catch {
    return false;
  }
}

/** Returns the first value of a query's result. */
export function readOne(database: Database.Database, sql: string): unknown {
  return database.prepare(sql).raw().all().flat()[0];
}
