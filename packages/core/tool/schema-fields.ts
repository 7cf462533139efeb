import type { JsonSchema } from "./tool-forms.ts";

/** The parts of a JSON Schema that are shown to people. */
interface FieldSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly FieldSchema[];
  oneOf?: readonly FieldSchema[];
  items?: FieldSchema;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  format?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  writeOnly?: boolean;
}

/** A field of an object, such as an argument of a tool or a part of its result, described in words. */
export interface SchemaField {
  name: string;
  required: boolean;
  /** The type in words: `list of string`, `"asc" or "desc"`, `object (email, properties?)`. */
  type: string;
  /** Sentences about its meaning, its limits and its default. */
  sentences: readonly string[];
}

/** Lists the fields of an object's JSON Schema, required ones first. */
export function listSchemaFields(schema: JsonSchema): SchemaField[] {
  const { properties = {}, required = [] } = schema as FieldSchema;
  const others = Object.keys(properties).filter((name) => !required.includes(name));
  return [...required, ...others].map((name) => {
    const field = properties[name] ?? {};
    const sentences = [field.description ?? "", ...describeLimits(field)].filter((text) => text !== "");
    return { name, required: required.includes(name), type: describeType(field), sentences };
  });
}

function describeLimits({ minimum, maximum, default: byDefault, writeOnly }: FieldSchema): string[] {
  const [least, most] = [
    omitDefaultBound(minimum, Number.MIN_SAFE_INTEGER),
    omitDefaultBound(maximum, Number.MAX_SAFE_INTEGER),
  ];
  const range = [
    ...(least === undefined ? [] : [`from ${least}`]),
    ...(most === undefined ? [] : [`to ${most}`]),
  ].join(" ");
  return [
    ...(range === "" ? [] : [`A number ${range}.`]),
    ...(byDefault === undefined ? [] : [`Default: ${JSON.stringify(byDefault)}.`]),
    ...(writeOnly ? ["A secret: it is never logged."] : []),
  ];
}

/** Returns a bound, or `undefined` if it is the default bound of every integer. */
function omitDefaultBound(bound: number | undefined, ofAll: number): number | undefined {
  return bound === ofAll ? undefined : bound;
}

function describeType(schema: FieldSchema): string {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return [...new Set(several.map(describeType))].join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? describeType(schema.items) : "any JSON"}`;
  if (schema.type === "object") return describeObject(schema);
  if (schema.type === "string" && schema.format !== undefined) return `string (${schema.format})`;
  if (schema.type === undefined) return "any JSON";
  return typeof schema.type === "string" ? schema.type : schema.type.join(" or ");
}

function describeObject({ properties = {}, required = [] }: FieldSchema): string {
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  return names.length === 0 ? "object" : `object (${names.join(", ")})`;
}
