import { SERVICE_ERROR_STATUS } from "@plumbline/core/errors/service-error.ts";
import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import * as z from "zod";
import type { Answer, Operation } from "../endpoints/endpoint.ts";

const inputIssue = z.object({
  path: z.string().describe("The path of the field, such as `metadata.urn`; empty for the whole body."),
  message: z.string().describe("What a valid value looks like."),
});

/** A refused request (RFC 9457), as written by `createProblemResponse`. */
export const problemSchema = z
  .object({
    type: z.string().describe("A URN for this type of problem."),
    title: z.string().describe("The same for every problem of this status."),
    status: z.int(),
    detail: z.string().describe("A sentence that says what is wrong and what to do about it."),
    error_code: z
      .enum(Object.keys(SERVICE_ERROR_STATUS))
      .describe("Stable: base your program's decisions on it."),
    errors: z.array(inputIssue).optional().describe("For invalid input: every invalid field."),
  })
  .meta({ id: "Problem", description: "A refused request (RFC 9457)." });

/** Converts a schema of an operation to JSON Schema. Named schemas become references. */
export type SchemaOf = (schema: z.ZodType) => JsonSchema;

export interface ConvertedSchemas {
  /** All schemas with `.meta({ id })`, by that ID. */
  named: Record<string, JsonSchema>;
  getSchema: SchemaOf;
}

/**
 * Converts all schemas of the operations to JSON Schema: requests as they are sent, responses as they are
 * received. Throws a plain Error if two schemas share a name.
 */
export function convertSchemas(operations: readonly Operation[]): ConvertedSchemas {
  const read = converted(
    operations.flatMap(({ params, query, headers, body }) =>
      [params, query, headers, body].filter((schema) => schema !== undefined),
    ),
    "input",
  );
  const answered = converted(
    [problemSchema, ...operations.flatMap(({ answers }) => Object.values(answers()).flatMap(listSchemas))],
    "output",
  );
  for (const [name, schema] of Object.entries(read.named)) {
    const other = answered.named[name] ?? schema;
    if (JSON.stringify(other) !== JSON.stringify(schema))
      throw new Error(`The schema ${name} differs between requests and responses; give each its own name.`);
  }
  return {
    named: { ...read.named, ...answered.named },
    getSchema(schema) {
      const found = read.all.get(schema) ?? answered.all.get(schema);
      if (!found) throw new Error("No operation has this schema.");
      return found;
    },
  };
}

/** Converts one schema. Throws a plain Error if it refers to named schemas. */
export function convertSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const {
    $schema: _dialect,
    $defs,
    ...plain
  } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => simplifySchema(jsonSchema, io) });
  if ($defs) throw new Error("A schema that stands by itself names others.");
  return plain;
}

/** Sorts schemas so that each follows those it refers to. Some client generators need this order. */
export function sortByReference(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const ordered: Record<string, JsonSchema> = {};
  const begun = new Set<string>();
  const place = (name: string) => {
    const schema = schemas[name];
    if (!schema || begun.has(name)) return;
    begun.add(name);
    for (const [, other = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      place(other);
    ordered[name] = schema;
  };
  for (const name of Object.keys(schemas)) place(name);
  return ordered;
}

function listSchemas({ content = {} }: Answer): z.ZodType[] {
  return Object.values(content);
}

/** Converts schemas as fields of a single object, so that common parts are shared. */
function converted(schemas: readonly z.ZodType[], io: "input" | "output") {
  const fields = Object.fromEntries(schemas.map((schema, index) => [`schema${index}`, schema]));
  const { properties = {}, $defs = {} } = referToComponents(
    z.toJSONSchema(z.object(fields), { io, override: ({ jsonSchema }) => simplifySchema(jsonSchema, io) }),
  );
  const all = new Map(schemas.map((schema, index) => [schema, properties[`schema${index}`] ?? {}]));
  return { named: $defs, all };
}

/** Rewrites `$defs` references to `components/schemas`. */
function referToComponents(schema: z.core.JSONSchema.BaseSchema) {
  const rewriteReference = (key: string, value: unknown) =>
    key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", "#/components/schemas/") : value;
  return definitions.parse(JSON.parse(JSON.stringify(schema), rewriteReference));
}

const anySchema = z.record(z.string(), z.unknown());
const definitions = z.object({
  properties: z.record(z.string(), anySchema).optional(),
  $defs: z.record(z.string(), anySchema).optional(),
});

/**
 * Simplifies a schema. Responses may gain fields, so they allow additional properties. Redundant keywords are
 * removed.
 */
function simplifySchema(schema: z.core.JSONSchema.BaseSchema, io: "input" | "output"): void {
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format === "uuid" || (io === "output" && schema.format === "date-time")) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
  if (schema.secret === true) {
    delete schema.secret;
    schema.writeOnly = true;
  }
}
