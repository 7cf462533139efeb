import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/**
 * Reads a key file. Returns `undefined` if it does not exist. Throws ConfigurationError if it is damaged or
 * accessible to others.
 */
export function readKeyFile(path: string, length: number): Buffer | undefined {
  const found = readIfPresent(path);
  if (!found) return undefined;
  refuseOpen(path, found.mode);
  if (found.content.length !== length) {
    throw new ConfigurationError(
      `${path} has ${found.content.length} bytes instead of ${length}. Restore it from your backup.`,
    );
  }
  return found.content;
}

/** Throws ConfigurationError if other users can read or write the file. Accepts a missing file. */
export function refuseOpenFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found) refuseOpen(path, found.mode);
}

function refuseOpen(path: string, mode: number): void {
  if ((mode & 0o077) === 0) return;
  throw new ConfigurationError(
    `${path} is accessible to other users of this machine. Restrict access: chmod 600.`,
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

/**
 * Creates a file of mode 0600 atomically, by writing it to disk under a temporary name and renaming it. Fails
 * with `EEXIST` if it exists. Only the process that has locked the folder's store may call this.
 */
export function writePrivateFile(path: string, content: string | Buffer): void {
  const aside = `${path}.new`;
  rmSync(aside, { force: true });
  try {
    withOpen(openSync(aside, "wx", 0o600), (file) => {
      writeFileSync(file, content);
      fsyncSync(file);
    });
    linkSync(aside, path);
    withOpen(openSync(dirname(path), "r"), fsyncSync);
  } finally {
    rmSync(aside, { force: true });
  }
}

function withOpen(file: number, work: (file: number) => void): void {
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}
