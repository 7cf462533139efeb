import * as z from "zod";
import type { Tool } from "./tool.ts";

export type JsonSchema = Record<string, unknown>;

const SELF_EVIDENT = new Set(["uuid", "date", "date-time"]);
/** They steer no model: it neither counts characters nor runs a pattern. */
const CHECKS = ["minLength", "maxLength", "pattern", "propertyNames", "minItems"];
/** Within an argument they tell a model nothing when they are `false`, `""` or `{}`. */
const SILENT_WHEN_EMPTY = ["default", "properties", "additionalProperties"];

/**
 * JSON Schema (2020-12) of what a caller sends, as models are told it at every step: without the keywords that cost tokens and steer
 * none, so it admits all that `completeInputSchema` admits. The dispatcher checks by neither, and its refusal says what to mend.
 * A secret argument is marked `writeOnly`.
 */
export const inputSchema = onceATool(({ input }) => schemaOf(input, "input", tellLess));

/** The same with every check that a schema can say, for programs: what `GET /api/v1/tools` lists. */
export const completeInputSchema = onceATool(({ input }) => schemaOf(input, "input"));

/** JSON Schema (2020-12) of a successful result. */
export const outputSchema = onceATool(({ output }) => schemaOf(output, "output"));

/** Every run of the agent sends the schemas of all tools, and a tool never changes: each is written down once, and cannot be changed. */
function onceATool(write: (tool: Tool) => JsonSchema): (tool: Tool) => JsonSchema {
  const written = new WeakMap<Tool, JsonSchema>();
  return (tool) => {
    const known = written.get(tool) ?? deepFrozen(write(tool));
    written.set(tool, known);
    return known;
  };
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}

function schemaOf(
  schema: z.ZodType,
  io: "input" | "output",
  refine?: (part: JsonSchema, isWhole: boolean) => void,
): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema, path }) {
      // The format says it; such a pattern is longer than all the rest.
      if (SELF_EVIDENT.has(jsonSchema.format ?? "")) delete jsonSchema.pattern;
      if (jsonSchema.secret === true) {
        delete jsonSchema.secret;
        jsonSchema.writeOnly = true;
      }
      refine?.(jsonSchema, path.length === 0);
    },
  });
  return rest;
}

function tellLess(part: JsonSchema, isWhole: boolean): void {
  for (const keyword of CHECKS) delete part[keyword];
  if (isWhole) return;
  for (const keyword of SILENT_WHEN_EMPTY) if (isEmpty(part[keyword])) delete part[keyword];
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === false || value === "";
}
