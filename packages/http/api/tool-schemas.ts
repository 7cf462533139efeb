import type { Effect, Idempotency } from "@plumbline/core/tool/tool.ts";
import { TOOL_FORMATS, type ToolFormat } from "@plumbline/core/tool/tool-forms.ts";
import * as z from "zod";
import { pageOf } from "../paging.ts";
import { credentialKind } from "./credential-name.ts";

const jsonSchema = z.record(z.string(), z.unknown()).describe("JSON Schema, 2020-12.");
const modelName = z.string().describe("The tool's name, `:` written as `__`.");

const effect: z.ZodType<Effect> = z.enum(["read", "write"]);
const idempotency: z.ZodType<Idempotency> = z.enum(["read", "key", "upsert", "none"]);

/** A tool as `describeTool` tells it. */
const toolDescription = z
  .object({
    name: z.string(),
    title: z.string().describe("What a person reads in place of the name."),
    description: z.string().describe("Written for a model."),
    input_schema: jsonSchema,
    output_schema: jsonSchema.describe("JSON Schema, 2020-12, of a successful result."),
    credential_kinds: z
      .array(credentialKind)
      .describe("Kinds of credential it takes; none when it takes none."),
    credential_metadata: z
      .partialRecord(credentialKind, z.array(z.string()))
      .describe("Metadata keys, by kind, that a credential must have for this tool."),
    credential_required: z.boolean(),
    effect: effect.describe("Whether it changes anything in the world."),
    idempotency: idempotency.describe(
      "What makes a second try of one call safe: it only reads, it carries a key the provider knows again, it overwrites by a " +
        "natural key, or nothing does.",
    ),
  })
  .meta({ id: "Tool" });

const providerForms: Record<ToolFormat, z.ZodType> = {
  openai: z
    .object({
      type: z.literal("function"),
      function: z.object({ name: modelName, description: z.string(), parameters: jsonSchema }),
    })
    .meta({ id: "OpenAiTool", description: "Chat Completions `tools[]`." }),
  anthropic: z
    .object({ name: modelName, description: z.string(), input_schema: jsonSchema })
    .meta({ id: "AnthropicTool", description: "Messages API `tools[]`." }),
  bedrock: z
    .object({
      toolSpec: z.object({
        name: modelName,
        description: z.string(),
        inputSchema: z.object({ json: jsonSchema }),
      }),
    })
    .meta({ id: "BedrockTool", description: "Converse `toolConfig.tools[]`." }),
  mcp: z
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
};

/** The list of tools, in our form or in that of a provider. */
export const toolList = pageOf(
  z.union([toolDescription, ...TOOL_FORMATS.map((format) => providerForms[format])]),
);
