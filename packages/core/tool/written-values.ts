import type * as z from "zod";
import { findLargeNumber, parseRequestJson } from "../text/parse-json.ts";
import { findUnsafeJson } from "./arguments.ts";

/** Maximum number of times to decode text that was encoded repeatedly. */
const MAX_LEVELS = 3;
/** Maximum length of text to parse as Python, because the pattern may take quadratic time. */
const MAX_PYTHON_LENGTH = 20_000;

/**
 * Parses an object or list that a model passed as text: JSON, JSON encoded twice, or Python such as `['a',
 * True, None]`. Returns `undefined` for other text, and if digits would be lost.
 */
export function parseWrittenJson(text: string, levels = MAX_LEVELS): object | undefined {
  const written = text.trim();
  if (!/^[[{"]/.test(written)) return undefined;
  const isShort = written.length <= MAX_PYTHON_LENGTH;
  const value = parse(written) ?? (isShort ? parse(written.replace(PYTHON, toJson)) : undefined);
  if (typeof value === "string") return levels > 0 ? parseWrittenJson(value, levels - 1) : undefined;
  if (typeof value !== "object" || value === null || findUnsafeJson(value)) return undefined;
  return findLargeNumber(value) === undefined ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return parseRequestJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A double-quoted string (kept), a single-quoted string without escapes, or one of Python's constants. */
const PYTHON = /"(?:[^"\\]|\\.)*"|'(?<text>[^'"\\]*)'|\b(?<word>True|False|None)\b/g;

const PYTHON_CONSTANTS: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };

function toJson(written: string, text: string | undefined, word: string | undefined): string {
  if (text !== undefined) return JSON.stringify(text);
  return word === undefined ? written : (PYTHON_CONSTANTS[word] ?? written);
}

/** Words that clients and models use for "no value": `None` is Python's, `undefined` JavaScript's. */
const NO_VALUE = /^(?:null|none|undefined)?$/i;

/** Returns true for an empty text and for words that mean "no value". */
export function isPlaceholder(value: unknown): value is string {
  return typeof value === "string" && NO_VALUE.test(value.trim());
}

/** Reads a number, a boolean or a choice from text, and text from an integer. */
export function readScalar(def: z.core.$ZodTypes["_zod"]["def"], value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = trimQuotes(`${value}`);
  switch (def.type) {
    case "string":
      return Number.isSafeInteger(value) ? text : undefined;
    case "number":
      return /^-?\d+(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER
        ? Number(text)
        : undefined;
    case "boolean":
      return matchChoice([true, false], text);
    case "enum":
      return matchChoice(Object.values(def.entries), text);
    case "literal":
      return matchChoice(def.values, text);
    default:
      return undefined;
  }
}

function matchChoice(choices: readonly unknown[], text: string): unknown {
  const meant = choices.filter((choice) => String(choice).toLowerCase() === text.toLowerCase());
  return meant.length === 1 ? meant[0] : undefined;
}

/** Removes spaces around an ID, and the quotes of text that was encoded as JSON again. */
export function trimQuotes<Value>(value: Value): Value | string {
  if (typeof value !== "string") return value;
  const text = value.trim().replace(/^"([^"\\]*)"$/, "$1");
  return text.trim();
}
