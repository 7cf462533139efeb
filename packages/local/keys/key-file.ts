import { readFileSync, statSync } from "node:fs";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";

/** A key file's content, or `undefined` where there is none. Throws ConfigurationError when it is damaged or open to others. */
export function readKeyFile(path: string, length: number): Buffer | undefined {
  const found = readIfPresent(path);
  if (!found) return undefined;
  if ((found.mode & 0o077) !== 0) {
    throw new ConfigurationError(
      `${path} is open to other users of this machine; make it yours alone: chmod 600.`,
    );
  }
  if (found.content.length !== length) {
    throw new ConfigurationError(
      `${path} has ${found.content.length} bytes instead of ${length}; restore it from your backup.`,
    );
  }
  return found.content;
}

function readIfPresent(path: string): { mode: number; content: Buffer } | undefined {
  try {
    return { mode: statSync(path).mode, content: readFileSync(path) };
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
    throw new ConfigurationError(`${path} cannot be read.`, { cause });
  }
}
