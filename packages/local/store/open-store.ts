import { closeSync, existsSync, openSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import Database from "libsql";
import { failureOf } from "./commit-batch.js";
import { commitMarkPath, openCommitMark, readCommitMark } from "./commit-mark.js";
import { CommitQueue, createImmediateCommitter } from "./commit-queue.ts";
import { KEY_FILES } from "./data-folder.ts";
import { SqliteStore } from "./sqlite-store.ts";
import { holdDataFolder, storePath, syncToDisk } from "./store-files.ts";
import { countCommits, findStructureProblem, readOne, readVersion } from "./store-inspection.ts";
import { APPLICATION_ID, listSchemaChanges, SCHEMA_VERSION } from "./tables.ts";

export interface OpenStore {
  store: SqliteStore;
  /** True if the store contained records when it was opened. */
  hadRecords: boolean;
  /** Waits for writes in progress, then releases the folder. */
  close(): Promise<void>;
}

/**
 * Opens or creates the store of a data folder, and locks the folder for this process. Checks the file's
 * structure first. Throws ConfigurationError, with a message that a person can act on, if the folder is in
 * use, or its store is missing, empty, damaged, older than the previous release, or lacks acknowledged
 * commits.
 */
export async function openStore(folder: string, logger: Logger): Promise<OpenStore> {
  const letGo = holdDataFolder(folder);
  let database: Database.Database | undefined;
  try {
    const path = storePath(folder);
    if (!existsSync(path)) refuseLostStore(folder);
    database = openDatabase(path);
    const hadRecords = hasRecords(database);
    if (!hadRecords) refuseLostStore(folder);
    checkCommitMark(database, path, logger);
    // Only the committer writes.
    database.exec("PRAGMA query_only = 1");
    const store = new SqliteStore(database, await CommitQueue.open(path), logger);
    const close = async () => {
      await store.close();
      letGo();
    };
    return { store, hadRecords, close };
  } catch (error) {
    database?.close();
    letGo();
    throw error;
  }
}

/** Opens a store in memory with the same tables, for tests and benchmarks. */
export async function openMemoryStore(logger: Logger): Promise<OpenStore> {
  const database = new Database(":memory:");
  makeTables(database);
  const store = new SqliteStore(database, createImmediateCommitter(database), logger);
  return { store, hadRecords: false, close: () => store.close() };
}

/** Opens or creates a store's file. Throws ConfigurationError if its structure is damaged. */
export function openDatabase(path: string): Database.Database {
  const isNew = !existsSync(path);
  let database: Database.Database | undefined;
  try {
    // SQLite creates its other files with the same mode.
    if (isNew) closeSync(openSync(path, "wx", 0o600));
    database = new Database(path);
    // Also needed for copies made by VACUUM, where readers would find the store busy during writes.
    database.exec("PRAGMA journal_mode = WAL");
    if (isEmpty(database)) makeTables(database);
    if (isNew) syncToDisk(dirname(path));
  } catch (error) {
    database?.close();
    throw createDamageError(path, failureOf(error).message);
  }
  const problem = findStructureProblem(database) ?? addNewTables(database);
  if (problem === undefined) return database;
  database.close();
  throw createDamageError(path, problem);
}

/** Adds tables of later versions to a store, all or none. Returns the problem, or `undefined`. */
function addNewTables(database: Database.Database): string | undefined {
  try {
    const version = readVersion(database);
    if (version === SCHEMA_VERSION) return undefined;
    const statements = ["BEGIN IMMEDIATE", ...listSchemaChanges(version), markVersion(), "COMMIT"];
    database.exec(statements.join(";\n"));
    return undefined;
  } catch (error) {
    return failureOf(error).message;
  }
}

function markVersion(): string {
  return `PRAGMA user_version = ${SCHEMA_VERSION}`;
}

/**
 * Returns true if the file has no tables yet: a start was interrupted before creating them, or the file was
 * emptied.
 */
function isEmpty(database: Database.Database): boolean {
  return readOne(database, "SELECT 1 FROM sqlite_schema") === undefined;
}

function makeTables(database: Database.Database): void {
  const statements = [
    "BEGIN IMMEDIATE",
    `PRAGMA application_id = ${APPLICATION_ID}`,
    markVersion(),
    ...listSchemaChanges(0),
    "INSERT INTO commits (id, count) VALUES (1, 0)",
    "COMMIT",
  ];
  database.exec(statements.join(";\n"));
}

function hasRecords(database: Database.Database): boolean {
  const tables = ["facts", "tenants", "api_keys"].map((name) => `SELECT 1 FROM ${name}`);
  return readOne(database, `SELECT EXISTS (${tables.join(" UNION ALL ")})`) === 1;
}

/**
 * Throws if there are key files but no store. Key files are written after their keys are stored, so the store
 * was lost.
 */
function refuseLostStore(folder: string): void {
  const [keyFile] = KEY_FILES.filter((name) => existsSync(join(folder, name)));
  if (keyFile === undefined) return;
  throw new ConfigurationError(
    `The store ${storePath(folder)} is missing or empty, but ${keyFile} next to it exists from an earlier start. ` +
      `Restore it (${PLUMBLINE} restore FILE), or set DATA_DIR to a new folder.`,
  );
}

/**
 * Throws ConfigurationError if the file has fewer commits than were acknowledged, because its end or its WAL
 * was lost.
 */
function checkCommitMark(database: Database.Database, path: string, logger: Logger): void {
  const markPath = commitMarkPath(path);
  const committed = countCommits(database);
  const marked = readCommitMark(markPath);
  if (marked === undefined) {
    if (committed > 0) logger.log("warn", "store_mark_missing");
    openCommitMark(markPath, { count: committed }).close();
    return;
  }
  if (marked <= committed) return;
  throw createDamageError(
    path,
    `its last ${marked - committed} commits are missing, probably because ${basename(path)}-wal was lost or truncated`,
  );
}

function createDamageError(path: string, problem: string): ConfigurationError {
  return new ConfigurationError(
    `The store ${path} is corrupt: ${problem.replace(/\s+/g, " ")}. Restore it from a backup: ${PLUMBLINE} restore FILE`,
  );
}
