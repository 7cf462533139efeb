import * as z from "zod";
import { findLargeNumber, isJsonObject, mendJson } from "../text/parse-json.ts";
import { findUnsafeJson } from "./arguments.ts";
import { toModelName } from "./define-tool.ts";
import type { Tool } from "./tool.ts";
import { isPlaceholder, parseWrittenJson, readScalar, trimQuotes } from "./written-values.ts";

/** A call's arguments after normalization. */
export interface CallArguments {
  readonly arguments: unknown;
  /** Paths of corrected values, such as `contacts.0.properties`. Never contains values. */
  readonly corrected: readonly string[];
  /** The result of the tool's schema. Omitted if validation fails. */
  readonly parsed?: Record<string, unknown>;
}

/** Caches corrected arguments, so that reading them again still reports what was corrected. */
const CORRECTED = new WeakMap<object, CallArguments>();

/**
 * Normalizes (coerces) a call's arguments to the tool's schema. Values that the schema accepts are unchanged,
 * except placeholders such as "null" in an optional ID or name, so free text is never touched. Invalid values
 * in these forms are corrected at any depth:
 *
 * - null, "", "null" and the like in optional arguments that do not accept them, which are dropped;
 * - text that contains a number, a boolean or JSON, where one of these is expected;
 * - an integer where a string is expected, unless it is too large to be exact;
 * - a single value where a list is expected, or the reverse, and comma-separated addresses for a list;
 * - enum values and argument names in another case, and spaces around choices and IDs;
 * - all arguments as one JSON text, or wrapped in a field such as `arguments` or `params` (see WRAPPER).
 *
 * Ambiguous values are left alone, and validation rejects them. The correction is idempotent.
 */
export function readCallArguments(tool: Tool, raw: unknown): CallArguments {
  const before = typeof raw === "object" && raw !== null ? CORRECTED.get(raw) : undefined;
  if (before) return before;
  // parseArguments rejects these later.
  if (findUnsafeJson(raw) !== undefined || findLargeNumber(raw) !== undefined)
    return { arguments: raw, corrected: [] };
  const given = mendJson(raw ?? {});
  const plain = tool.input.safeParse(given);
  if (plain.success && !hasPlaceholderIdentifier(tool, given))
    return { arguments: given, corrected: [], parsed: plain.data };
  const reader = new ArgumentReader(tool);
  const read = reader.readAll(given);
  const { corrected } = reader;
  if (corrected.length === 0) return { arguments: given, corrected };
  const { data } = tool.input.safeParse(read);
  const result = { arguments: read, corrected, ...(data && { parsed: data }) };
  if (isJsonObject(read)) CORRECTED.set(read, result);
  return result;
}

/** Marks an argument that counts as omitted. */
const LEFT_OUT = Symbol("left out");
/** Larger lists and objects exceed every tool's limits and are refused without reading. */
const MAX_PARTS = 1_000;
const MAX_REPORTED = 50;
/** Wrapper fields that protocols and model providers use. */
const WRAPPER = /^(?:arguments|args|input|params|parameters)$/;

type Path = readonly (string | number)[];
type JsonObject = Readonly<Record<string, unknown>>;
type Shape = Readonly<Record<string, z.core.$ZodType>>;

class ArgumentReader {
  readonly #tool: Tool;
  readonly #corrected = new Set<string>();
  #changes = 0;

  constructor(tool: Tool) {
    this.#tool = tool;
  }

  get corrected(): string[] {
    return [...this.#corrected].slice(0, MAX_REPORTED);
  }

  /** Repeats until nothing changes: once an argument is dropped, another spelling of it can be recognized. */
  readAll(given: unknown): unknown {
    const { input } = this.#tool;
    let read = this.#unwrap(given) ?? given;
    if (read !== given) this.#recordCorrection(["arguments"], read);
    for (let before: unknown; isJsonObject(read) && isShort(read) && read !== before; ) {
      before = read;
      read = this.#readObject(input, input.shape, read, []);
    }
    return read;
  }

  /** Extracts the arguments from a JSON text or from fields that wrap all of them. */
  #unwrap(given: unknown): JsonObject | undefined {
    const value = isPlaceholder(given) ? {} : readObject(given);
    const inner = value && findWrappedArguments(value, this.#tool);
    return inner ? this.#unwrap(inner) : value;
  }

  /** Reads one value. Returns the same value if there is nothing to correct. */
  #read(schema: z.core.$ZodType, value: unknown, path: Path): unknown {
    const isFine = isAccepted(schema, value);
    const mayBeLeftOut = isAccepted(schema, undefined);
    // The schema of an ID or a name may accept "null", but nobody means it literally.
    const isPlaceholderId = isPlaceholder(value) && isIdentifier(this.#tool, path);
    if (mayBeLeftOut && isEmptyOrPlaceholder(value) && (!isFine || isPlaceholderId))
      return this.#recordCorrection(path, LEFT_OUT);
    if (isFine) return value;
    const read = this.#readRefused(schema, value, path);
    return mayBeLeftOut && isEmptyOrPlaceholder(read) && !isAccepted(schema, read) ? LEFT_OUT : read;
  }

  /**
   * Reads a value that its schema refuses. A value of the right type is kept, so that the error names the
   * actual problem.
   */
  #readRefused(schema: z.core.$ZodType, value: unknown, path: Path): unknown {
    const { def } = unwrapSchema(schema);
    if (def.type === "array") return this.#readList(def.element, value, path);
    if (Array.isArray(value))
      return value.length === 1 ? this.#recordCorrection(path, this.#read(schema, value[0], path)) : value;
    if (def.type === "object" || def.type === "record") {
      const object = readObject(value);
      if (!object || !isShort(object)) return value;
      if (object !== value) this.#recordCorrection(path, object);
      if (def.type === "record") return this.#readRecord(def.valueType, object, path);
      return this.#readObject(schema, def.shape, object, path);
    }
    const isBare = def.type === "string" && ("format" in def || isIdentifier(this.#tool, path));
    const read = readScalar(def, value) ?? (isBare ? trimQuotes(value) : value);
    return read === value || (isBare && !isAccepted(schema, read))
      ? value
      : this.#recordCorrection(path, read);
  }

  #readObject(schema: z.core.$ZodType, shape: Shape, object: JsonObject, path: Path): JsonObject {
    const before = this.#changes;
    const read: Record<string, unknown> = {};
    for (const [given, value] of Object.entries(object)) {
      const name = resolveName(given, object, shape);
      if (name !== given) this.#recordCorrection([...path, name], value);
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const inner = field ? this.#read(field, value, [...path, name]) : value;
      if (inner !== LEFT_OUT) read[name] = inner;
    }
    const isNested = path.length > 0;
    const mended =
      isNested && !isAccepted(schema, read) ? this.#dropPlaceholders(schema, shape, read, path) : read;
    return this.#changes === before ? object : mended;
  }

  /** Drops "no value" placeholders if the fields are valid separately but not together. */
  #dropPlaceholders(schema: z.core.$ZodType, shape: Shape, object: JsonObject, path: Path): JsonObject {
    const isDroppable = ([name, value]: [string, unknown]) => {
      const field = shape[name];
      return field && typeof value === "string" && isPlaceholder(value) && isAccepted(field, undefined);
    };
    const names = new Set(
      Object.entries(object)
        .filter(isDroppable)
        .map(([name]) => name),
    );
    const rest = Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
    if (names.size === 0 || !isAccepted(schema, rest)) return object;
    for (const name of names) this.#recordCorrection([...path, name], LEFT_OUT);
    return rest;
  }

  /**
   * Reads the values of a record. The caller chooses its keys, so they are neither corrected nor reported.
   */
  #readRecord(values: z.core.$ZodType, record: JsonObject, path: Path): JsonObject {
    const read = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
      if (isAccepted(values, value)) return [[key, value]];
      if (isEmptyOrPlaceholder(value)) return this.#recordCorrection(path, []);
      return [[key, this.#read(values, value, path)]];
    });
    return Object.fromEntries(read);
  }

  #readList(element: z.core.$ZodType, value: unknown, path: Path): unknown {
    const list = Array.isArray(value) ? value : readList(element, value);
    if (!list || list.length > MAX_PARTS) return value;
    if (list !== value) this.#recordCorrection(path, list);
    return list.flatMap((item, index) => {
      const parts =
        typeof item === "string" && !isAccepted(element, item) ? splitAddresses(element, item) : undefined;
      return parts ? this.#recordCorrection(path, parts) : [this.#read(element, item, [...path, index])];
    });
  }

  #recordCorrection<Read>(path: Path, read: Read): Read {
    this.#corrected.add(path.join("."));
    this.#changes += 1;
    return read;
  }
}

function isAccepted(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

/** Returns the schema that determines a value's type, inside wrappers such as optional. */
function unwrapSchema(schema: z.core.$ZodType): Pick<z.core.$ZodTypes["_zod"], "def"> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return unwrapSchema(def.in);
  const isWrapped = def.type === "optional" || def.type === "default" || def.type === "nullable";
  return isWrapped ? unwrapSchema(def.innerType) : { def };
}

function isShort(object: JsonObject): boolean {
  return Object.keys(object).length <= MAX_PARTS;
}

function readObject(value: unknown): JsonObject | undefined {
  const read = typeof value === "string" ? parseWrittenJson(value) : value;
  return isJsonObject(read) ? read : undefined;
}

/** Returns true for null, a placeholder for it, or an empty list or object, which some clients send. */
function isEmptyOrPlaceholder(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => item === null || isPlaceholder(item));
  return value === null || isPlaceholder(value) || (isJsonObject(value) && Object.keys(value).length === 0);
}

/** Returns whether an argument is an ID, an address or a choice rather than free text. */
function isIdentifier({ identifiers }: Tool, path: Path): boolean {
  const name = path.filter((part) => typeof part === "string").join(".");
  return identifiers.some((identifier) => name === identifier || name.startsWith(`${identifier}.`));
}

/**
 * Returns whether the arguments contain a word for "no value" in an identifier whose schema would accept it.
 */
function hasPlaceholderIdentifier(tool: Tool, given: unknown): boolean {
  if (!isJsonObject(given)) return false;
  const { shape } = tool.input;
  return tool.identifiers.some((name) => {
    const schema = shape[name];
    return schema !== undefined && isPlaceholder(given[name]) && isAccepted(schema, undefined);
  });
}

/**
 * Returns the arguments inside a field that wraps all of them. The only other field allowed is the tool's own
 * name.
 */
function findWrappedArguments(value: JsonObject, { name, input }: Tool): JsonObject | undefined {
  const isArgument = (key: string) => Object.hasOwn(input.shape, key);
  const wrapper = Object.keys(value).find((key) => WRAPPER.test(key) && !isArgument(key));
  if (wrapper === undefined) return undefined;
  const isOwnName = (key: string) =>
    key === "name" && !isArgument(key) && (value.name === name || value.name === toModelName(name));
  const others = Object.keys(value).filter((key) => key !== wrapper);
  return others.every(isOwnName) ? readObject(value[wrapper]) : undefined;
}

/** Returns the argument that a misspelled name refers to: `threadTs`, `thread-ts`. */
function resolveName(given: string, object: JsonObject, shape: Shape): string {
  if (Object.hasOwn(shape, given)) return given;
  const isSame = (name: string) => foldName(name) === foldName(given);
  const [meant, ...more] = Object.keys(shape).filter(isSame);
  const hasSeveralSpellings = Object.keys(object).filter(isSame).length > 1;
  return meant === undefined || more.length > 0 || hasSeveralSpellings ? given : meant;
}

function foldName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/**
 * Reads a list given as JSON text, as separated addresses, or as a single value. Returns `undefined` if it is
 * ambiguous.
 */
function readList(element: z.core.$ZodType, value: unknown): readonly unknown[] | undefined {
  if (typeof value !== "string") return [value];
  const written = parseWrittenJson(value);
  if (written) return Array.isArray(written) ? written : [written];
  if (/^\s*[[{]/.test(value)) return undefined;
  const parts = splitAddresses(element, value);
  if (!isAccepted(element, value)) return parts ?? (isText(element) ? [value] : undefined);
  return parts ? undefined : [value];
}

function isText(element: z.core.$ZodType): boolean {
  return unwrapSchema(element).def.type === "string";
}

/** Splits text at commas or semicolons if each part is valid alone. Returns `undefined` for a single part. */
function splitAddresses(element: z.core.$ZodType, text: string): string[] | undefined {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isList =
    parts.length > 1 && parts.length <= MAX_PARTS && parts.every((part) => isAccepted(element, part));
  return isList ? parts : undefined;
}
