import type { Schemas } from "@plumbline/client/schemas.ts";
import { argumentWords } from "@plumbline/core/text/argument-words.ts";
import type { FieldControl, FormField } from "../../parts/record-values.ts";
import { spanWords } from "../../parts/span-words.ts";
import { accountTitle } from "../connections/kinds.ts";

/** The part of a tool's JSON Schema that a form needs for one argument. */
interface ArgumentSchema {
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

/**
 * Makes the fields of a form from the schema of a tool's arguments, the required ones first. `accounts` are
 * those that the tool accepts.
 */
export function fieldsOfArguments(
  schema: object,
  accounts: readonly Schemas["Credential"][] = [],
): Record<string, FormField> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, ArgumentSchema>;
    required?: string[];
  };
  const names = Object.keys(properties).toSorted(
    (one, other) => Number(required.includes(other)) - Number(required.includes(one)),
  );
  return Object.fromEntries(
    names.map((name) => {
      const argument = properties[name] ?? {};
      const choices = name === "credential_id" ? accountChoices(accounts) : choicesOf(name, argument);
      return [name, { ...fieldOf(name, argument, choices), isRequired: required.includes(name) }];
    }),
  );
}

type Choices = FormField["choices"];

function fieldOf(name: string, schema: ArgumentSchema, choices: Choices): FormField {
  const control = choices ? "choice" : controlFor(schema);
  const hint = [schema.description, HINTS[control]].filter(Boolean).join(" ");
  return {
    label: schema.title ?? argumentWords(schema.enum ? name.replace(/_minutes$/, "") : name),
    hint: hint || undefined,
    code: name,
    control,
    ...(choices ? { choices } : { placeholder: defaultWords(name, schema) }),
    ...(control === "number" && {
      step: schema.type === "integer" ? 1 : "any",
      min: schema.minimum,
      max: schema.maximum,
    }),
  };
}

const HINTS: Partial<Record<FieldControl, string>> = { lines: "One per line.", json: "As JSON." };

const LONG_TEXT = 4_096;

/** Returns how an argument is typed. `json` covers everything that the others do not. */
function controlFor(schema: ArgumentSchema): FieldControl {
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "string":
      if (schema.format === "date") return "date";
      return (schema.maxLength ?? 0) > LONG_TEXT ? "text" : "verbatim";
    case "array":
      return schema.items?.type === "string" ? "lines" : "json";
    default:
      return "json";
  }
}

function choicesOf(name: string, schema: ArgumentSchema): Choices {
  const values = schema.enum ?? (schema.type === "boolean" ? [true, false] : undefined);
  return (
    values && [
      ["", defaultWords(name, schema) ?? "—"],
      ...values.map((value) => [value, valueWords(name, value)] as const),
    ]
  );
}

function accountChoices(accounts: readonly Schemas["Credential"][]): Choices {
  return [
    ["", "The one that matches"],
    ...accounts.map((one) => {
      const account = one.account === null ? "" : ` (${one.account})`;
      return [one.id, accountTitle(one) + account] as const;
    }),
  ];
}

function defaultWords(name: string, schema: ArgumentSchema): string | undefined {
  return schema.default === undefined ? undefined : valueWords(name, schema.default);
}

/** Returns a value as words: `1 day` for 1440 minutes, `yes` for true. */
function valueWords(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name.endsWith("_minutes") ? spanWords(Number(value) * 60) : String(value);
}
