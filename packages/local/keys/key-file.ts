import { readFileSync, statSync } from "node:fs";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/**
 * Returns a key file's content, or `undefined` when the file does not exist. Throws ConfigurationError when
 * it is damaged or open to others.
 */
export function readKeyFile(path: string, length: number): Buffer | undefined {
  const found = readIfPresent(path);
  if (!found) return undefined;
  refuseOpen(path, found.mode);
  if (found.content.length !== length) {
    throw new ConfigurationError(
      `${path} has ${found.content.length} bytes instead of ${length}; restore it from your backup.`,
    );
  }
  return found.content;
}

/** Throws ConfigurationError when other users may read or write the file; one that is not there passes. */
export function refuseOpenFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) refuseOpen(path, found.mode);
}

function refuseOpen(path: string, mode: number): void {
  if ((mode & 0o077) === 0) return;
  throw new ConfigurationError(
    `${path} is open to other users of this machine; make it yours alone: chmod 600.`,
  );
}

function readIfPresent(path: string): { mode: number; content: Buffer } | undefined {
  try {
    return { mode: statSync(path).mode, content: readFileSync(path) };
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new ConfigurationError(`${path} cannot be read.`, { cause });
  }
}
