import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/** Tells whether a client's file was changed, and where it is as it was before. */
export interface MergedConfig {
  /** `false` where the entry stood there already, and nothing was written. */
  changed: boolean;
  /** A copy of the file as it was before; left out where there was none. */
  backup?: string;
}

/**
 * Adds servers to a client's file and keeps everything else in it. The file before is copied beside it.
 * Throws ConfigurationError for a file that is not strict JSON, which is left as it is.
 */
export function mergeConfig(named: string, added: Record<string, unknown>): MergedConfig {
  const text = readIfThere(named);
  const before = text === undefined || text.trim() === "" ? {} : parseConfig(named, text);
  const after = withAdded(named, before, added);
  if (isDeepStrictEqual(after, before)) return { changed: false };
  try {
    // A link, such as to a folder of dotfiles, goes on leading to the file.
    const file = text === undefined ? named : realpathSync(named);
    const backup = text === undefined ? undefined : `${file}.before-plumbline`;
    if (backup !== undefined) copyFileSync(file, backup);
    replaceFile(file, `${JSON.stringify(after, null, indentOf(text ?? ""))}\n`);
    return { changed: true, ...(backup === undefined ? {} : { backup }) };
  } catch (error) {
    throw new ConfigurationError(`${named} cannot be written (${codeOf(error)}).`);
  }
}

type Config = Record<string, unknown>;

function withAdded(file: string, before: Config, added: Config): Config {
  const after = { ...before };
  for (const [property, servers] of Object.entries(added)) {
    const there = before[property] ?? {};
    if (!isObject(there)) throw refuseFile(file, `"${property}" in it is not an object`);
    after[property] = { ...there, ...(servers as Config) };
  }
  return after;
}

function parseConfig(file: string, text: string): Config {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw refuseFile(file, "It is not valid JSON, or has comments or a comma too many");
  }
  if (isObject(value)) return value;
  throw refuseFile(file, "It does not hold a JSON object");
}

function refuseFile(file: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `${file} was left as it is: ${why}. Correct it, or add by hand what --print shows.`,
  );
}

function isObject(value: unknown): value is Config {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Keeps the indentation that the file has. */
function indentOf(text: string): string {
  return /^[ \t]+(?=")/m.exec(text)?.[0] ?? "  ";
}

/** Replaces a file in one step: a client that reads meanwhile sees the old one or the new one. */
function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
  const begun = `${file}.${randomUUID()}`;
  try {
    writeFileSync(begun, text, { mode: mode & 0o777, flag: "wx" });
    renameSync(begun, file);
  } finally {
    rmSync(begun, { force: true });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ConfigurationError(`${file} cannot be read (${code}).`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
