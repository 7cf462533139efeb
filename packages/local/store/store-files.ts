import { closeSync, fsyncSync, openSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import Database from "libsql";
import { failureOf } from "./commit-batch.js";

/** The database of a data folder. */
export function storePath(folder: string): string {
  return join(folder, "store.db");
}

/**
 * Holds a data folder for this process; the operating system lets go of it when the process ends, however
 * that happens. Throws ConfigurationError when another process holds it. Returns what lets go.
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
        `The data folder ${folder} is already in use by another Plumbline; stop it or set DATA_DIR.`,
        { cause },
      );
    }
    throw new ConfigurationError(
      `The data folder ${folder} cannot be opened as a store; set DATA_DIR to another.`,
      { cause },
    );
  }
}

/** Puts what was written to a file, or the names in a folder, on the disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
