import * as z from "zod";
import { findLargeNumber, mendJson } from "../text/parse-json.ts";
import { findDishonestJson } from "./arguments.ts";
import { toModelName } from "./define-tool.ts";
import type { Tool } from "./tool.ts";
import { isNoValue, parseWrittenJson, readScalar, withoutMarks } from "./written-values.ts";

/** A call's arguments as everything behind its door sees them. */
export interface CallArguments {
  readonly arguments: unknown;
  /** Paths of what was corrected, such as `contacts.0.properties`. Never a value. */
  readonly corrected: readonly string[];
  /** As the tool's schema parsed them; left out where it refuses them. */
  readonly parsed?: Record<string, unknown>;
}

/** Arguments that were corrected: read again, they cost nothing, and what was corrected is still known. */
const READ = new WeakMap<object, CallArguments>();

/**
 * Reads a call's arguments as they were meant, by the tool's schema. What the schema accepts stays as it is,
 * so free text is never touched. Of what it refuses, these forms are corrected, at any depth:
 *
 * - null, "", "null" and the like, for an optional argument that cannot hold them: left out;
 * - text that is a number, a truth value or JSON, where one of those is asked for;
 * - a whole number where a text is asked for, unless it may have lost digits;
 * - one value for a list, a list of one for a value, and addresses with commas for a list of addresses;
 * - other letter case of choices and of arguments' names, and spaces around choices and ids;
 * - all arguments as one JSON text, or once more within `arguments`, `input` or `params`.
 *
 * A form that can be read in two ways stays as it is, and is refused. Reading twice changes nothing.
 */
export function readCallArguments(tool: Tool, raw: unknown): CallArguments {
  const before = typeof raw === "object" && raw !== null ? READ.get(raw) : undefined;
  if (before) return before;
  // Refused as they are, by parseArguments.
  if (findDishonestJson(raw) !== undefined || findLargeNumber(raw) !== undefined)
    return { arguments: raw, corrected: [] };
  const given = mendJson(raw ?? {});
  const plain = tool.input.safeParse(given);
  if (plain.success && !namesNothing(tool, given))
    return { arguments: given, corrected: [], parsed: plain.data };
  const reader = new ArgumentReader(tool);
  const read = reader.readAll(given);
  const { corrected } = reader;
  if (corrected.length === 0) return { arguments: given, corrected };
  const { data } = tool.input.safeParse(read);
  const result = { arguments: read, corrected, ...(data && { parsed: data }) };
  if (isObject(read)) READ.set(read, result);
  return result;
}

/** Stands for an argument that counts as left out. */
const LEFT_OUT = Symbol("left out");
/** Longer lists and objects are beyond every tool's limits, and are refused unread. */
const MOST_PARTS = 1_000;
const MOST_TOLD = 50;
/** Fields in which all arguments come wrapped, by the words of the protocols and of the model providers. */
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
    return [...this.#corrected].slice(0, MOST_TOLD);
  }

  /** Reads until nothing changes: an argument that was left out makes room for another spelling of it. */
  readAll(given: unknown): unknown {
    const { input } = this.#tool;
    let read = this.#unwrapped(given) ?? given;
    if (read !== given) this.#note(["arguments"], read);
    for (let before: unknown; isObject(read) && isShort(read) && read !== before; ) {
      before = read;
      read = this.#object(input, input.shape, read, []);
    }
    return read;
  }

  /** Takes the arguments out of a JSON text, and out of fields that wrap all of them. */
  #unwrapped(given: unknown): JsonObject | undefined {
    const value = isNoValue(given) ? {} : readObject(given);
    const inner = value && wrappedIn(value, this.#tool);
    return inner ? this.#unwrapped(inner) : value;
  }

  /** Reads one value. Answers with the same value where there is nothing to correct. */
  #read(schema: z.core.$ZodType, value: unknown, path: Path): unknown {
    const isFine = accepts(schema, value);
    const mayBeLeftOut = accepts(schema, undefined);
    // The schema of an id or a name may take "null" for one, and nobody means it.
    const isNoName = isNoValue(value) && isIdentifier(this.#tool, path);
    if (mayBeLeftOut && isNothing(value) && (!isFine || isNoName)) return this.#note(path, LEFT_OUT);
    if (isFine) return value;
    const read = this.#readRefused(schema, value, path);
    return mayBeLeftOut && isNothing(read) && !accepts(schema, read) ? LEFT_OUT : read;
  }

  /** Reads a value that its schema refuses. One of the right type stays, to be refused for what is wrong. */
  #readRefused(schema: z.core.$ZodType, value: unknown, path: Path): unknown {
    const { def } = innermost(schema);
    if (def.type === "array") return this.#list(def.element, value, path);
    if (Array.isArray(value))
      return value.length === 1 ? this.#note(path, this.#read(schema, value[0], path)) : value;
    if (def.type === "object" || def.type === "record") {
      const object = readObject(value);
      if (!object || !isShort(object)) return value;
      if (object !== value) this.#note(path, object);
      if (def.type === "record") return this.#record(def.valueType, object, path);
      return this.#object(schema, def.shape, object, path);
    }
    const isBare = def.type === "string" && ("format" in def || isIdentifier(this.#tool, path));
    const read = readScalar(def, value) ?? (isBare ? withoutMarks(value) : value);
    return read === value || (isBare && !accepts(schema, read)) ? value : this.#note(path, read);
  }

  #object(schema: z.core.$ZodType, shape: Shape, object: JsonObject, path: Path): JsonObject {
    const before = this.#changes;
    const read: Record<string, unknown> = {};
    for (const [given, value] of Object.entries(object)) {
      const name = nameMeant(given, object, shape);
      if (name !== given) this.#note([...path, name], value);
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const inner = field ? this.#read(field, value, [...path, name]) : value;
      if (inner !== LEFT_OUT) read[name] = inner;
    }
    const fine =
      path.length > 0 && !accepts(schema, read) ? this.#withoutWords(schema, shape, read, path) : read;
    return this.#changes === before ? object : fine;
  }

  /** Leaves out the words for nothing where fields are fine one by one, and not together. */
  #withoutWords(schema: z.core.$ZodType, shape: Shape, object: JsonObject, path: Path): JsonObject {
    const words = Object.entries(object).filter(([name, value]) => {
      const field = shape[name];
      return field && typeof value === "string" && isNothing(value) && accepts(field, undefined);
    });
    const names = new Set(words.map(([name]) => name));
    const rest = Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
    if (names.size === 0 || !accepts(schema, rest)) return object;
    for (const name of names) this.#note([...path, name], LEFT_OUT);
    return rest;
  }

  /** Keys of a record are the caller's own words: they stay, and are not told. */
  #record(values: z.core.$ZodType, record: JsonObject, path: Path): JsonObject {
    const read = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
      if (accepts(values, value)) return [[key, value]];
      if (isNothing(value)) return this.#note(path, []);
      return [[key, this.#read(values, value, path)]];
    });
    return Object.fromEntries(read);
  }

  #list(element: z.core.$ZodType, value: unknown, path: Path): unknown {
    const list = Array.isArray(value) ? value : readList(element, value);
    if (!list || list.length > MOST_PARTS) return value;
    if (list !== value) this.#note(path, list);
    return list.flatMap((item, index) => {
      const parts =
        typeof item === "string" && !accepts(element, item) ? addressesIn(element, item) : undefined;
      return parts ? this.#note(path, parts) : [this.#read(element, item, [...path, index])];
    });
  }

  #note<Read>(path: Path, read: Read): Read {
    this.#corrected.add(path.join("."));
    this.#changes += 1;
    return read;
  }
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

/** The schema that decides of a value's type, behind those that only say that it may be left out. */
function innermost(schema: z.core.$ZodType): Pick<z.core.$ZodTypes["_zod"], "def"> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return innermost(def.in);
  const isWrapped = def.type === "optional" || def.type === "default" || def.type === "nullable";
  return isWrapped ? innermost(def.innerType) : { def };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isShort(object: JsonObject): boolean {
  return Object.keys(object).length <= MOST_PARTS;
}

function readObject(value: unknown): JsonObject | undefined {
  const read = typeof value === "string" ? parseWrittenJson(value) : value;
  return isObject(read) ? read : undefined;
}

/** Null, a word for it or an empty list or object; also a list of such, as some clients write them. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => item === null || isNoValue(item));
  return value === null || isNoValue(value) || (isObject(value) && Object.keys(value).length === 0);
}

/** Arguments of a tool that are ids, addresses or choices: no free text. */
function isIdentifier({ identifiers }: Tool, path: Path): boolean {
  const name = path.filter((part) => typeof part === "string").join(".");
  return identifiers.some((identifier) => name === identifier || name.startsWith(`${identifier}.`));
}

/** Finds such an identifier among the arguments, which the tool's schema would accept. */
function namesNothing(tool: Tool, given: unknown): boolean {
  if (!isObject(given)) return false;
  const { shape } = tool.input;
  return tool.identifiers.some((name) => {
    const schema = shape[name];
    return schema !== undefined && isNoValue(given[name]) && accepts(schema, undefined);
  });
}

/** The arguments within a field that wraps all of them, which may stand with the tool's own name alone. */
function wrappedIn(value: JsonObject, { name, input }: Tool): JsonObject | undefined {
  const isArgument = (key: string) => Object.hasOwn(input.shape, key);
  const wrapper = Object.keys(value).find((key) => WRAPPER.test(key) && !isArgument(key));
  if (wrapper === undefined) return undefined;
  const isOwnName = (key: string) =>
    key === "name" && !isArgument(key) && (value.name === name || value.name === toModelName(name));
  const others = Object.keys(value).filter((key) => key !== wrapper);
  return others.every(isOwnName) ? readObject(value[wrapper]) : undefined;
}

/** The argument that a name means, spelled in another way: `threadTs`, `thread-ts`. */
function nameMeant(given: string, object: JsonObject, shape: Shape): string {
  if (Object.hasOwn(shape, given)) return given;
  const isSame = (name: string) => folded(name) === folded(given);
  const [meant, ...more] = Object.keys(shape).filter(isSame);
  const isTold = Object.keys(object).filter(isSame).length > 1;
  return meant === undefined || more.length > 0 || isTold ? given : meant;
}

function folded(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** A list that was written as JSON, as addresses, or as its only value; `undefined` where two of it fit. */
function readList(element: z.core.$ZodType, value: unknown): readonly unknown[] | undefined {
  if (typeof value !== "string") return [value];
  const written = parseWrittenJson(value);
  if (written) return Array.isArray(written) ? written : [written];
  if (/^\s*[[{]/.test(value)) return undefined;
  const parts = addressesIn(element, value);
  if (!accepts(element, value)) return parts ?? (isText(element) ? [value] : undefined);
  return parts ? undefined : [value];
}

function isText(element: z.core.$ZodType): boolean {
  return innermost(element).def.type === "string";
}

/** The parts between commas or semicolons where each could stand alone; `undefined` where there is one. */
function addressesIn(element: z.core.$ZodType, text: string): string[] | undefined {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isList =
    parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => accepts(element, part));
  return isList ? parts : undefined;
}
