import type { Effect, Idempotency } from "@plumbline/core/tool/tool.ts";
import { TOOL_FORMATS, type ToolFormat } from "@plumbline/core/tool/tool-formats.ts";
import * as z from "zod";
import { credentialKind } from "./call-schemas.ts";
import { createPageSchema } from "./paging.ts";

const jsonSchema = z.record(z.string(), z.unknown()).describe("JSON Schema, 2020-12.");
const modelName = z.string().describe("The tool's name, with `:` written as `__`.");

const effect: z.ZodType<Effect> = z.enum(["read", "write"]);
const idempotency: z.ZodType<Idempotency> = z.enum(["read", "key", "upsert", "none"]);

/** A tool as described by `describeTool`. */
const toolDescription = z.lazy(() =>
  z
    .object({
      name: z.string(),
      title: z.string().describe("The name shown to people."),
      description: z.string().describe("Written for a model."),
      input_schema: jsonSchema,
      output_schema: jsonSchema.describe("JSON Schema (2020-12) of a successful result."),
      credential_kinds: z
        .array(credentialKind)
        .describe("The kinds of credential it accepts; empty if it needs none."),
      credential_metadata: z
        .partialRecord(credentialKind, z.array(z.string()))
        .describe("Metadata keys, by kind, that a credential must have for this tool."),
      credential_required: z.boolean(),
      effect: effect.describe("Whether it changes anything outside Plumbline."),
      idempotency: idempotency.describe(
        "What makes retrying a call safe: it only reads, it sends a key that the provider recognises, it overwrites by a " +
          "natural key, or nothing does.",
      ),
      example: z.record(z.string(), z.unknown()).exactOptional().describe("Arguments of a typical call."),
    })
    .meta({ id: "Tool" }),
);

const providerForms: Record<ToolFormat, z.ZodType> = {
  openai: z.lazy(() =>
    z
      .object({
        type: z.literal("function"),
        function: z.object({ name: modelName, description: z.string(), parameters: jsonSchema }),
      })
      .meta({ id: "OpenAiTool", description: "Chat Completions `tools[]`." }),
  ),
  anthropic: z.lazy(() =>
    z
      .object({ name: modelName, description: z.string(), input_schema: jsonSchema })
      .meta({ id: "AnthropicTool", description: "Messages API `tools[]`." }),
  ),
  bedrock: z.lazy(() =>
    z
      .object({
        toolSpec: z.object({
          name: modelName,
          description: z.string(),
          inputSchema: z.object({ json: jsonSchema }),
        }),
      })
      .meta({ id: "BedrockTool", description: "Converse `toolConfig.tools[]`." }),
  ),
  mcp: z.lazy(() =>
    z
      .object({
        name: modelName,
        title: z.string(),
        description: z.string(),
        inputSchema: jsonSchema,
        annotations: z.object({
          readOnlyHint: z.boolean(),
          destructiveHint: z.boolean(),
          idempotentHint: z.boolean(),
          openWorldHint: z.boolean(),
        }),
      })
      .meta({ id: "McpTool", description: "`tools/list` of the Model Context Protocol." }),
  ),
};

/** The list of tools in our format or a provider's. */
export const toolList = createPageSchema(
  z.union([toolDescription, ...TOOL_FORMATS.map((format) => providerForms[format])]),
);
