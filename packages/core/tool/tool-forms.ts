import * as z from "zod";
import { toModelName } from "./define-tool.ts";
import type { Tool } from "./tool.ts";

export type JsonSchema = Record<string, unknown>;

const SELF_EVIDENT = new Set(["uuid", "date", "date-time"]);
/** They steer no model: it neither counts characters nor runs a pattern. */
const CHECKS = ["minLength", "maxLength", "pattern", "propertyNames", "minItems"];
/** Within an argument they tell a model nothing when they are `false`, `""` or `{}`. */
const SILENT_WHEN_EMPTY = ["default", "properties", "additionalProperties"];

/**
 * JSON Schema (2020-12) of what a caller sends, as models are told it at every step: without the keywords
 * that cost tokens and steer none, so it admits all that `completeInputSchema` admits. The dispatcher checks
 * by neither, and its refusal says what to mend. A secret argument is marked `writeOnly`.
 */
export const inputSchema = onceATool(({ input }) => schemaOf(input, "input", tellLess));

/** The same with every check that a schema can say, for programs: what `GET /api/v1/tools` lists. */
export const completeInputSchema = onceATool(({ input }) => schemaOf(input, "input"));

/** JSON Schema (2020-12) of a successful result. */
export const outputSchema = onceATool(({ output }) => schemaOf(output, "output"));

/**
 * Every run of the agent sends the schemas of all tools, and a tool never changes: each is written down once,
 * and cannot be changed.
 */
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

/** A tool as `tools/list` of the Model Context Protocol shows it. */
interface McpForm {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  /** The protocol's own hints. */
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/**
 * No output schema: clients check a result against it and throw on a mismatch, and a client that threw away
 * the result of a message already sent would send it again.
 */
export function buildMcpForm(tool: Tool): McpForm {
  return {
    name: toModelName(tool.name),
    title: tool.title,
    description: tool.description,
    inputSchema: { ...inputSchema(tool), type: "object" },
    annotations: {
      readOnlyHint: tool.effect === "read",
      // By the protocol `false` promises an addition and nothing more: what posts, mails or forwards cannot
      // be taken back.
      destructiveHint: tool.effect === "write" && !tool.additive,
      // A key makes a second try of one call safe, not a second call: two calls make two issues.
      idempotentHint: tool.idempotency === "read" || tool.idempotency === "upsert",
      openWorldHint: tool.reach.to !== "nowhere",
    },
  };
}

export const TOOL_FORMATS = ["openai", "anthropic", "bedrock", "mcp"] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

/** One tool in the form a model provider or an MCP client takes it. */
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

/** A tool as `GET /api/v1/tools` lists it. */
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
