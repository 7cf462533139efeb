import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { refuseOpenFile } from "../keys/key-file.ts";

/** Files that contain an API key. The master key is checked where it is read. */
export const KEY_FILES = ["dev-api-key", "agent-key", "approver-key", "operator-key"] as const;
export type KeyFile = (typeof KEY_FILES)[number];

/** Files from an earlier start. A folder that contains one of them is a data folder. */
const OWN_FILES: readonly string[] = [...KEY_FILES, "master-key", "store.db", "store"];

/**
 * Prepares the data folder and restricts it to its owner (mode 0700). Throws ConfigurationError if it is not
 * writable, belongs to another user, is accessible to others and contains unrelated files, or contains a key
 * that others can read.
 */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new ConfigurationError(`The data folder ${folder} is not writable. Set DATA_DIR to one that is.`, {
      cause,
    });
  }
  closeToOthers(folder);
  for (const name of KEY_FILES) refuseOpenFile(join(folder, name));
}

/**
 * Restricts the folder to this user. It must belong to this user, because another owner could change its mode
 * back.
 */
function closeToOthers(folder: string): void {
  // Windows has no such owners and modes.
  if (process.getuid === undefined) return;
  const { uid, mode } = statSync(folder);
  if (uid !== process.getuid()) {
    throw new ConfigurationError(
      `The data folder ${folder} belongs to another user of this machine. Run as its owner, or set DATA_DIR to your own folder.`,
    );
  }
  if ((mode & 0o077) === 0) return;
  if (isAnothersWork(folder)) {
    throw new ConfigurationError(
      `The data folder ${folder} is accessible to other users and contains other files. Set DATA_DIR to a separate folder, or restrict access: chmod 700.`,
    );
  }
  try {
    chmodSync(folder, 0o700);
  } catch (cause) {
    throw new ConfigurationError(
      `The data folder ${folder} is accessible to other users, and that cannot be changed. Set DATA_DIR to another one.`,
      { cause },
    );
  }
}

/**
 * Returns true if a folder contains unrelated files. Restricting `/tmp`, `/var/lib` or a home folder would
 * break other programs.
 */
function isAnothersWork(folder: string): boolean {
  const found = readdirSync(resolve(folder));
  return found.length > 0 && !found.some((name) => OWN_FILES.includes(name));
}
