import * as z from "zod";
import type { Tool } from "./tool.ts";

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
      if (jsonSchema.secret === true) {
        delete jsonSchema.secret;
        jsonSchema.writeOnly = true;
      }
    },
  });
  return rest;
}
