/** Type of input for a value. `line` is trimmed, `verbatim` is not; `check` is true or omitted. */
export type FieldControl =
  | "line"
  | "verbatim"
  | "secret"
  | "text"
  | "lines"
  | "json"
  | "number"
  | "date"
  | "time"
  | "choice"
  | "check";

/** A field of a form that makes a record, or calls a tool. */
export interface FormField {
  label: string;
  hint?: string | undefined;
  /** Name of the value in the API, if people know it. */
  code?: string | undefined;
  /** `line` if omitted, or `choice` if there are choices. */
  control?: FieldControl;
  /** The choice with an empty value omits it. */
  choices?: readonly (readonly [value: string | number | boolean, words: string])[];
  isRequired?: boolean;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | "any" | undefined;
}

/** The fields of a form by the name of their value in the API. */
export type FormFields = Readonly<Record<string, FormField>>;

/** The form's texts as typed, by field. */
export type FieldTexts = Readonly<Record<string, string>>;

export interface ReadRecord {
  values: Record<string, unknown>;
  /** Error messages for invalid values, by field. */
  mistakes: Record<string, string>;
}

export function controlOf({ control, choices }: FormField): FieldControl {
  return control ?? (choices ? "choice" : "line");
}

/** Reads the form. An empty field means that the value is omitted. */
export function readRecord(fields: FormFields, typed: FieldTexts): ReadRecord {
  const read: ReadRecord = { values: {}, mistakes: {} };
  for (const [name, field] of Object.entries(fields)) {
    const text = typed[name] ?? "";
    if (text.trim() === "") {
      if (field.isRequired) read.mistakes[name] = "This is required.";
      continue;
    }
    try {
      read.values[name] = readValue(field, text);
    } catch {
      read.mistakes[name] = "This is not valid JSON.";
    }
  }
  return read;
}

/** Converts a record to the form's texts, which `readRecord` reads. Omits values without a field. */
export function formatRecord(fields: FormFields, record: Readonly<Record<string, unknown>>): FieldTexts {
  const typed = Object.entries(fields).flatMap(([name, field]) =>
    record[name] === undefined ? [] : [[name, formatField(controlOf(field), record[name])]],
  );
  return Object.fromEntries(typed);
}

function formatField(control: FieldControl, value: unknown): string {
  if (control === "json") return JSON.stringify(value, null, 2);
  if (control === "check") return value ? "true" : "";
  return [value].flat().join("\n");
}

function readValue(field: FormField, text: string): unknown {
  switch (controlOf(field)) {
    case "line":
      return text.trim();
    case "number":
      return Number(text);
    case "check":
      return text === "true";
    case "choice":
      return field.choices?.find(([value]) => String(value) === text)?.[0];
    case "lines":
      return linesIn(text);
    case "json":
      return JSON.parse(text);
    case "time":
      return new Date(text).toISOString();
    default:
      return text;
  }
}

/** Returns the non-empty lines of a text. */
export function linesIn(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
