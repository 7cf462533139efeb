/** The part of a tool's JSON Schema that a form needs of one argument. */
export interface ArgumentSchema {
  type?: string;
  format?: string;
  description?: string;
  default?: unknown;
  enum?: readonly (string | number)[];
  items?: { type?: string };
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The control that asks for an argument. `json` takes whatever the others do not. */
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

const LONG_TEXT = 2_048;

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

/** The texts of the form as they were typed, by argument. */
export type Typed = Readonly<Record<string, string>>;

export interface ReadArguments {
  values: Record<string, unknown>;
  /** Sentences about wrong values, by argument. */
  mistakes: Record<string, string>;
}

/** Reads the form. An empty field is an argument that is not given. */
export function readArguments(
  properties: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[],
  typed: Typed,
): ReadArguments {
  const read: ReadArguments = { values: {}, mistakes: {} };
  for (const [name, schema] of Object.entries(properties)) {
    const text = typed[name] ?? "";
    if (text.trim() === "") {
      if (required.includes(name)) read.mistakes[name] = "This is needed.";
      continue;
    }
    try {
      read.values[name] = readValue(controlFor(name, schema), schema, text);
    } catch {
      read.mistakes[name] = "This is no JSON.";
    }
  }
  return read;
}

/** Types a usual call into the form, as `readArguments` reads it. */
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
