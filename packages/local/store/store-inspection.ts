import type Database from "libsql";
import { failureOf } from "./commit-batch.js";
import { asBytes, type FoundValue, plainValue, readRow, selectRows } from "./rows.ts";
import {
  APPLICATION_ID,
  LAST_VERSION,
  SCHEMA_VERSION,
  schemaBetween,
  TABLES,
  type Table,
  tablesOf,
} from "./tables.ts";

/**
 * Number of records in each table, and the problems found; an empty `problems` means that the store is sound.
 */
export interface StoreReport {
  counts: Record<string, number>;
  problems: string[];
}

/**
 * Looks at the structure of a store: whose it is, its version, the tables and indexes of that version, and
 * whether SQLite finds every page in order. Returns what is wrong in a few words, or `undefined`.
 */
export function findStructureProblem(database: Database.Database): string | undefined {
  try {
    if (readOne(database, "PRAGMA application_id") !== APPLICATION_ID) return "it is no store of Plumbline's";
    const version = versionOf(database);
    if (version > SCHEMA_VERSION)
      return `a later version of Plumbline wrote it (${version}, and this one knows ${SCHEMA_VERSION})`;
    if (version < LAST_VERSION)
      return `its version is ${version}: open it with the release before this one first, which brings it forward`;
    // Before SQLite is asked for words, as it may name a table in them.
    const select = `SELECT ${asBytes("sql")} FROM sqlite_schema WHERE sql IS NOT NULL`;
    const schema = (database.prepare(select).raw().all().flat() as FoundValue[]).map(plainValue);
    // In any order: a copy has its tables before its indexes, whenever they were added.
    if (JSON.stringify(schema.sort()) !== JSON.stringify([...schemaBetween(0, version)].sort()))
      return "its tables are not those of this version";
    const found = readOne(database, "PRAGMA integrity_check(1)");
    return found === "ok" ? undefined : String(found);
  } catch (error) {
    return failureOf(error).message;
  }
}

/** Returns the version that a store is of; the tables of later versions are not in it. */
export function versionOf(database: Database.Database): number {
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
  const tables = structure === undefined ? tablesOf(versionOf(database)) : Object.values(TABLES);
  for (const table of tables) {
    try {
      report.counts[table.name] = inspectTable(database, table, report.problems);
    } catch (error) {
      report.problems.push(`the table ${table.name} cannot be read to its end: ${failureOf(error).message}`);
    }
  }
  return report;
}

/** Read at once. */
const TOGETHER = 500;

function inspectTable(database: Database.Database, table: Table, problems: string[]): number {
  const names = Object.keys(table.key);
  const columns = names.join(", ");
  const order = `ORDER BY ${columns} LIMIT ${TOGETHER}`;
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
          `a record of ${table.name} is damaged: ${row.slice(0, names.length).map(plainValue).join(" ")}`,
        );
    }
    count += rows.length;
    rows = next.all(...(rows.at(-1) ?? []).slice(0, names.length).map(plainValue)) as FoundValue[][];
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

/** Reads the first value that a query finds. */
export function readOne(database: Database.Database, sql: string): unknown {
  return database.prepare(sql).raw().all().flat()[0];
}
