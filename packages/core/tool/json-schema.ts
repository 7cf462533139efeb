import * as z from "zod";
import type { Tool } from "./tool.ts";

const SELF_EVIDENT = new Set(["uuid", "date", "date-time"]);

export type JsonSchema = Record<string, unknown>;

/** JSON Schema (2020-12) of what a caller sends; a secret argument is marked `writeOnly`. */
export function inputSchema(tool: Tool): JsonSchema {
  return schemaOf(tool.input, "input");
}

/** JSON Schema (2020-12) of a successful result. */
export function outputSchema(tool: Tool): JsonSchema {
  return schemaOf(tool.output, "output");
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      // The format says it; such a pattern costs a model 45 tokens and more.
      if (SELF_EVIDENT.has(jsonSchema.format ?? "")) delete jsonSchema.pattern;
      if (jsonSchema.secret === true) {
        delete jsonSchema.secret;
        jsonSchema.writeOnly = true;
      }
    },
  });
  return rest;
}
