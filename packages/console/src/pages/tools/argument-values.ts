/** The part of a tool's JSON Schema that a form needs for one argument. */
export interface ArgumentSchema {
  type?: string;
  format?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: readonly (string | number)[];
  items?: { type?: string };
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Type of input for an argument. `json` covers everything that the others do not. */
export type Control =
  | "line"
  | "text"
  | "number"
  | "switch"
  | "choice"
  | "lines"
  | "date"
  | "account"
  | "json";

const LONG_TEXT = 4_096;

export function controlFor(name: string, schema: ArgumentSchema): Control {
  if (name === "credential_id") return "account";
  if (schema.enum) return "choice";
  switch (schema.type) {
    case "boolean":
      return "switch";
    case "integer":
    case "number":
      return "number";
    case "string":
      if (schema.format === "date") return "date";
      return (schema.maxLength ?? 0) > LONG_TEXT ? "text" : "line";
    case "array":
      return schema.items?.type === "string" ? "lines" : "json";
    default:
      return "json";
  }
}

/** The form's texts as typed, by argument. */
export type Typed = Readonly<Record<string, string>>;

export interface ReadArguments {
  values: Record<string, unknown>;
  /** Error messages for invalid values, by argument. */
  mistakes: Record<string, string>;
}

/** Reads the form. An empty field means that the argument is omitted. */
export function readArguments(
  properties: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[],
  typed: Typed,
): ReadArguments {
  const read: ReadArguments = { values: {}, mistakes: {} };
  for (const [name, schema] of Object.entries(properties)) {
    const text = typed[name] ?? "";
    if (text.trim() === "") {
      if (required.includes(name)) read.mistakes[name] = "This is required.";
      continue;
    }
    try {
      read.values[name] = readValue(controlFor(name, schema), schema, text);
    } catch {
      read.mistakes[name] = "This is not valid JSON.";
    }
  }
  return read;
}

/** Returns the texts of an example call for the form, in the format of `readArguments`. */
export function typeExample(
  properties: Readonly<Record<string, ArgumentSchema>>,
  example: Readonly<Record<string, unknown>>,
): Typed {
  const typed = Object.entries(example).map(([name, value]) => [
    name,
    typeValue(controlFor(name, properties[name] ?? {}), value),
  ]);
  return Object.fromEntries(typed);
}

function typeValue(control: Control, value: unknown): string {
  if (control === "json") return JSON.stringify(value, null, 2);
  return Array.isArray(value) ? value.join("\n") : String(value);
}

function readValue(control: Control, schema: ArgumentSchema, text: string): unknown {
  switch (control) {
    case "number":
      return Number(text);
    case "switch":
      return text === "true";
    case "choice":
      return schema.type === "number" || schema.type === "integer" ? Number(text) : text;
    case "lines":
      return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
    case "json":
      return JSON.parse(text);
    default:
      return text;
  }
}
