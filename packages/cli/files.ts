import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/** Returns the code of a failed file operation, such as `ENOENT`. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

/** Reads a text file. Returns `undefined` if it does not exist. Throws ConfigurationError. */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = getErrorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ConfigurationError(`${file} cannot be read (${code}).`);
  }
}

/** Replaces a file atomically, so that a crash or another reader finds either the old or the new one. */
export function replaceFile(file: string, text: string, modes: { file: number; folder?: number }): void {
  const begun = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: modes.folder });
    writeFileSync(begun, text, { mode: modes.file, flag: "wx" });
    renameSync(begun, file);
  } catch (error) {
    rmSync(begun, { force: true });
    throw error;
  }
}

/** Returns the folder in which the local service stores its data. */
export function getDataFolder({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  return DATA_DIR || ".plumbline";
}
