import { closeSync, fsyncSync, openSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import Database from "libsql";
import { failureOf } from "./commit-batch.js";

/** Returns the path of a data folder's database. */
export function storePath(folder: string): string {
  return join(folder, "store.db");
}

/**
 * Locks a data folder for this process. The operating system releases the lock when the process ends, however
 * it ends. Throws ConfigurationError if another process has the lock. Returns a function that releases it.
 */
export function holdDataFolder(folder: string): () => void {
  try {
    const lock = new Database(join(folder, "store.lock"));
    try {
      lock.exec("BEGIN EXCLUSIVE");
    } catch (error) {
      lock.close();
      throw error;
    }
    return () => lock.close();
  } catch (cause) {
    if (failureOf(cause).code.startsWith("SQLITE_BUSY")) {
      throw new ConfigurationError(
        `The data folder ${folder} is already in use by another Plumbline. Stop it, or set DATA_DIR.`,
        { cause },
      );
    }
    throw new ConfigurationError(
      `The data folder ${folder} cannot be opened as a store. Set DATA_DIR to another one.`,
      { cause },
    );
  }
}

/** Flushes a file, or a folder's entries, to disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
