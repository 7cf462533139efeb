import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import Database from "libsql";
import { failureOf } from "./commit-batch.js";
import { commitMarkPath, openCommitMark, readCommitMark } from "./commit-mark.js";
import { holdDataFolder, storePath, syncToDisk } from "./store-files.ts";
import { countCommits, inspectStore, type StoreReport } from "./store-inspection.ts";

/**
 * Writes a consistent snapshot of a data folder's store to a new file while the service runs. Verifies every
 * record of the copy. Throws ConfigurationError if there is no store, the file exists, or the store is
 * damaged.
 */
export function backUpStore(folder: string, file: string): StoreReport {
  const path = findStore(folder);
  if (existsSync(file)) throw new ConfigurationError(`${file} already exists. Choose a new file.`);
  const temporaryPath = `${file}.part`;
  rmSync(temporaryPath, { force: true });
  const database = new Database(path);
  try {
    database.exec(`VACUUM INTO '${temporaryPath.replaceAll("'", "''")}'`);
    chmodSync(temporaryPath, 0o600);
    const report = inspectFile(temporaryPath);
    assertUndamaged(path, report);
    syncToDisk(temporaryPath);
    renameSync(temporaryPath, file);
    syncToDisk(dirname(file));
    return report;
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    throw new ConfigurationError(`The store ${path} cannot be copied: ${failureOf(cause).message}.`, {
      cause,
    });
  } finally {
    database.close();
    rmSync(temporaryPath, { force: true });
  }
}

/**
 * Replaces a data folder's store with a backup, and keeps the earlier store under another name. `prepare` can
 * change the copy first, using the earlier store. Throws ConfigurationError, without changing anything, if
 * the service is running or the backup is missing or damaged. Returns the report, and where the earlier store
 * is.
 */
export async function restoreStore(
  folder: string,
  file: string,
  now: number,
  prepare?: (copy: string, earlier: string) => Promise<void>,
): Promise<StoreReport & { kept?: string }> {
  if (!existsSync(file)) throw new ConfigurationError(`There is no file ${file}.`);
  const release = holdDataFolder(folder);
  const path = storePath(folder);
  const temporaryPath = `${path}.part`;
  try {
    copyFileSync(file, temporaryPath);
    chmodSync(temporaryPath, 0o600);
    const report = inspectFile(temporaryPath);
    assertUndamaged(file, report);
    if (existsSync(path)) await prepare?.(temporaryPath, path);
    syncToDisk(temporaryPath);
    const kept = existsSync(path) ? renameEarlierStore(path, now) : undefined;
    rmSync(commitMarkPath(path), { force: true });
    renameSync(temporaryPath, path);
    openCommitMark(commitMarkPath(path), { count: countCommitsAt(path) }).close();
    syncToDisk(folder);
    return { ...report, ...(kept && { kept }) };
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(temporaryPath + suffix, { force: true });
    release();
  }
}

/**
 * Verifies every record of a data folder's store. Works while the service is running. Throws
 * ConfigurationError if there is no store.
 */
export function checkStore(folder: string): StoreReport {
  const path = findStore(folder);
  // The commit mark is read before the file, because a running service keeps writing to the file.
  const marked = readCommitMark(commitMarkPath(path)) ?? 0;
  const report = inspectFile(path);
  if (report.problems.length === 0 && countCommitsAt(path) < marked)
    report.problems.push("its last commits are missing");
  return report;
}

function findStore(folder: string): string {
  const path = storePath(folder);
  if (!existsSync(path))
    throw new ConfigurationError(`There is no store ${path}. Set DATA_DIR to its folder.`);
  return path;
}

function inspectFile(path: string): StoreReport {
  try {
    const database = new Database(path);
    try {
      return inspectStore(database);
    } finally {
      database.close();
    }
  } catch (error) {
    return { counts: {}, problems: [failureOf(error).message] };
  }
}

function assertUndamaged(path: string, { problems }: StoreReport): void {
  if (problems.length > 0)
    throw new ConfigurationError(`${path} is corrupt: ${problems.slice(0, 5).join("; ")}.`);
}

/** Renames a store and its WAL, which may hold the latest commits. */
function renameEarlierStore(path: string, now: number): string {
  const kept = `${path}.before-${new Date(now).toISOString().replaceAll(/[:.]/g, "-")}`;
  for (const suffix of ["-wal", ""]) if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix);
  rmSync(`${path}-shm`, { force: true });
  return kept;
}

function countCommitsAt(path: string): number {
  const database = new Database(path);
  try {
    return countCommits(database);
  } finally {
    database.close();
  }
}
