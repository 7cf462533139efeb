import * as z from "zod";
import { toModelName } from "./define-tool.ts";
import type { Tool } from "./tool.ts";
import type { ToolFormat } from "./tool-formats.ts";

export type JsonSchema = Record<string, unknown>;

const FORMATS_WITHOUT_PATTERN = new Set(["uuid", "date", "date-time"]);
/** Keywords that do not guide a model: models neither count characters nor evaluate patterns. */
const CHECKS = ["minLength", "maxLength", "pattern", "propertyNames", "minItems"];
/** Keywords that tell a model nothing if they are `false`, `""` or `{}` within an argument. */
const OMITTED_WHEN_EMPTY = ["default", "properties", "additionalProperties"];

/**
 * JSON Schema (2020-12) of a tool's arguments for models, sent with every request. Omits keywords that cost
 * tokens without guiding a model, so it accepts everything that `completeInputSchema` accepts. The dispatcher
 * validates arguments itself, and its error states what to correct. Secret arguments are marked `writeOnly`.
 */
export const inputSchema = cacheByTool(({ input }) => buildSchema(input, "input", removeChecks));

/** Complete JSON Schema of a tool's arguments, for programs. Returned by `GET /api/v1/tools`. */
export const completeInputSchema = cacheByTool(({ input }) => buildSchema(input, "input"));

/** JSON Schema (2020-12) of a successful result. */
export const outputSchema = cacheByTool(({ output }) => buildSchema(output, "output"));

/**
 * Caches and freezes the result of `write` for each tool. Schemas never change, and every agent run sends
 * those of all tools.
 */
function cacheByTool(write: (tool: Tool) => JsonSchema): (tool: Tool) => JsonSchema {
  const written = new WeakMap<Tool, JsonSchema>();
  return (tool) => {
    const known = written.get(tool) ?? deepFreeze(write(tool));
    written.set(tool, known);
    return known;
  };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

function buildSchema(
  schema: z.ZodType,
  io: "input" | "output",
  refine?: (part: JsonSchema, isWhole: boolean) => void,
): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema, path }) {
      // The format implies the pattern, which would be the longest part of the schema.
      if (FORMATS_WITHOUT_PATTERN.has(jsonSchema.format ?? "")) delete jsonSchema.pattern;
      if (jsonSchema.secret === true) {
        delete jsonSchema.secret;
        jsonSchema.writeOnly = true;
      }
      refine?.(jsonSchema, path.length === 0);
    },
  });
  return rest;
}

function removeChecks(part: JsonSchema, isWhole: boolean): void {
  for (const keyword of CHECKS) delete part[keyword];
  if (isWhole) return;
  for (const keyword of OMITTED_WHEN_EMPTY) if (isEmpty(part[keyword])) delete part[keyword];
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === false || value === "";
}

/** A tool in `tools/list` of the Model Context Protocol. */
interface McpForm {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  /** Hints defined by the protocol. */
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/**
 * Converts a tool for MCP. Omits the output schema: clients validate results against it and throw on a
 * mismatch. A client that throws away the result of a sent message would send it again.
 */
export function buildMcpForm(tool: Tool): McpForm {
  return {
    name: toModelName(tool.name),
    title: tool.title,
    description: tool.description,
    inputSchema: { ...inputSchema(tool), type: "object" },
    annotations: {
      readOnlyHint: tool.effect === "read",
      // In MCP, `destructiveHint: false` promises that a tool only adds. Posts, mails and forwarded messages
      // are not destructive, but cannot be undone.
      destructiveHint: tool.effect === "write" && !tool.additive,
      // An idempotency key makes repeated attempts of one call safe, but not two calls: those create two
      // issues.
      idempotentHint: tool.idempotency === "read" || tool.idempotency === "upsert",
      openWorldHint: tool.reach.to !== "nowhere",
    },
  };
}

/** Converts a tool to the format of a model provider or an MCP client. */
export function buildToolForm(tool: Tool, format: ToolFormat): Record<string, unknown> {
  return FORMS[format](tool);
}

const FORMS: Record<ToolFormat, (tool: Tool) => Record<string, unknown>> = {
  /** Chat Completions `tools[]`. */
  openai: (tool) => ({
    type: "function",
    function: { name: toModelName(tool.name), description: tool.description, parameters: inputSchema(tool) },
  }),
  /** Messages API `tools[]`. */
  anthropic: (tool) => ({
    name: toModelName(tool.name),
    description: tool.description,
    input_schema: inputSchema(tool),
  }),
  /** Converse `toolConfig.tools[]`. */
  bedrock: (tool) => ({
    toolSpec: {
      name: toModelName(tool.name),
      description: tool.description,
      inputSchema: { json: inputSchema(tool) },
    },
  }),
  mcp: (tool) => ({ ...buildMcpForm(tool) }),
};

/** Describes a tool for `GET /api/v1/tools`. */
export function describeTool(tool: Tool): Record<string, unknown> {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    input_schema: completeInputSchema(tool),
    output_schema: outputSchema(tool),
    credential_kinds: tool.credential.use === "none" ? [] : tool.credential.kinds,
    credential_metadata: tool.credential.use === "none" ? {} : (tool.credential.metadata ?? {}),
    credential_required: tool.credential.use === "required",
    effect: tool.effect,
    idempotency: tool.idempotency,
    ...(tool.example && { example: tool.example }),
  };
}
