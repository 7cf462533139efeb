import { copyFileSync, realpathSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { isJsonObject } from "@plumbline/core/text/parse-json.ts";
import { getErrorCode, readIfExists, replaceFile } from "../files.ts";

/** Result of changing a client's file, with its backup. */
export interface MergedConfig {
  /** `false` if the entry already existed and nothing was written. */
  changed: boolean;
  /** Copy of the original file. Omitted if there was no file. */
  backup?: string;
}

/**
 * Adds servers to a client's file and keeps everything else. Saves a copy of the original next to it. Throws
 * ConfigurationError for a file that is not strict JSON, and leaves it unchanged.
 */
export function mergeConfig(named: string, added: Record<string, unknown>): MergedConfig {
  const text = readIfExists(named);
  const before = text === undefined || text.trim() === "" ? {} : parseConfig(named, text);
  const after = addServers(named, before, added);
  if (isDeepStrictEqual(after, before)) return { changed: false };
  try {
    // Keeps a symbolic link, for example to a folder of dotfiles.
    const file = text === undefined ? named : realpathSync(named);
    const backup = text === undefined ? undefined : `${file}.before-plumbline`;
    if (backup !== undefined) copyFileSync(file, backup);
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
    const indented = JSON.stringify(after, null, detectIndent(text ?? ""));
    replaceFile(file, `${indented}\n`, { file: mode & 0o777 });
    return { changed: true, ...(backup === undefined ? {} : { backup }) };
  } catch (error) {
    throw new ConfigurationError(`${named} cannot be written (${getErrorCode(error)}).`);
  }
}

type Config = Record<string, unknown>;

function addServers(file: string, before: Config, added: Config): Config {
  const after = { ...before };
  for (const [property, servers] of Object.entries(added)) {
    const there = before[property] ?? {};
    if (!isJsonObject(there)) throw createFileError(file, `"${property}" in it is not an object`);
    after[property] = { ...there, ...(servers as Config) };
  }
  return after;
}

function parseConfig(file: string, text: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw createFileError(file, "It is not valid JSON, or has comments or a trailing comma");
  }
  if (isJsonObject(value)) return value;
  throw createFileError(file, "It is not a JSON object");
}

function createFileError(file: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `${file} was not changed: ${why}. Correct it, or add the output of --print by hand.`,
  );
}

/** Detects the indentation used in the file. */
function detectIndent(text: string): string {
  return /^[ \t]+(?=")/m.exec(text)?.[0] ?? "  ";
}
