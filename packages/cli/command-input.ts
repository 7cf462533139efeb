import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { findLargeNumber, parseRequestJson, SEND_AS_TEXT } from "@plumbline/core/text/parse-json.ts";
import { InvalidArgumentError } from "commander";
import { UsageError } from "./exit.ts";
import { getErrorCode } from "./files.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Parses a JSON object from the command line. Throws UsageError for anything else. `what` names the object in
 * the message.
 */
export function parseObject(text: string, what: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseRequestJson(text);
  } catch (error) {
    const [place] = /(?<= at )position \d+/.exec(error instanceof Error ? error.message : "") ?? ["the end"];
    throw new UsageError(
      `${what} cannot be parsed as JSON: check ${place}. Put names and strings in double quotes, as in {"text": "Hello"}.`,
    );
  }
  const large = findLargeNumber(value);
  if (large !== undefined) throw new UsageError(`${what}: ${large} ${SEND_AS_TEXT}.`);
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${what} must be a JSON object.`);
}

/** Reads a text file given on the command line. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = getErrorCode(error);
    const path = resolve(file);
    throw new UsageError(code === "ENOENT" ? `${path} does not exist.` : `${path} cannot be read (${code}).`);
  }
}

/** Reads a file, or standard input for `-`. Throws UsageError if it is empty. `what` names the content. */
export async function readGiven(terminal: Terminal, file: string, what: string): Promise<string> {
  if (file !== "-") return readText(file);
  const text = await terminal.readInput();
  if (text?.trim()) return text;
  throw new UsageError(`Give the ${what} on standard input, for instance: … < file`);
}

/**
 * Reads a secret from standard input. Secrets are never command-line arguments, because the shell's history
 * and the process list would expose them.
 */
export async function readSecret(terminal: Terminal, what: string): Promise<string> {
  const text = (await terminal.readInput())?.trim();
  if (text) return text;
  throw new UsageError(`Give the ${what} on standard input, for instance: … < token.txt`);
}

/**
 * Yields the lines of UTF-8 text without their line feeds, including an unfinished last line. Only a line
 * feed ends a line: `node:readline` would also split at carriage returns and, from Node 24 on, at U+2028 and
 * U+2029, which JSON may contain.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const bytes of input) {
    const [end = "", ...others] = decoder.decode(bytes, { stream: true }).split("\n");
    begun.push(end);
    for (const next of others) {
      yield begun.join("");
      begun = [next];
    }
  }
  yield begun.join("") + decoder.decode();
}

/** Splits a comma-separated list. */
export function splitCommaList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Creates a parser of a whole number. It throws InvalidArgumentError for any other text. */
export function createNumberParser(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}

/** Parses the page size of a list. */
export const parsePageLimit = createNumberParser(1, 100);
