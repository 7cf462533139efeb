import * as z from "zod";
import type { Operation } from "../api/operation.ts";
import type { SchemaOf } from "./converted-schemas.ts";
import type { ParameterObject } from "./open-api-document.ts";

const objectSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
  required: z.array(z.string()).default([]),
});

/** What an operation reads from its path, query and headers, in that order. */
export function parametersOf({ params, query, headers }: Operation, schemaOf: SchemaOf): ParameterObject[] {
  return [
    ...(params ? parametersIn("path", params, schemaOf) : []),
    ...(query ? parametersIn("query", query, schemaOf) : []),
    ...(headers ? parametersIn("header", headers, schemaOf) : []),
  ];
}

function parametersIn(
  place: ParameterObject["in"],
  schema: z.ZodObject,
  schemaOf: SchemaOf,
): ParameterObject[] {
  const { properties, required } = objectSchema.parse(schemaOf(schema));
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: own,
  }));
}
