import { inputSchema } from "./json-schema.ts";
import { mcpForm } from "./mcp-form.ts";
import { modelName } from "./registry.ts";
import type { Tool } from "./tool.ts";

export const TOOL_FORMATS = ["openai", "anthropic", "bedrock", "mcp"] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

/** One tool in the form a model provider or an MCP client takes it. */
export function toolForm(tool: Tool, format: ToolFormat): Record<string, unknown> {
  return FORMS[format](tool);
}

const FORMS: Record<ToolFormat, (tool: Tool) => Record<string, unknown>> = {
  /** Chat Completions `tools[]`. */
  openai: (tool) => ({
    type: "function",
    function: { name: modelName(tool.name), description: tool.description, parameters: inputSchema(tool) },
  }),
  /** Messages API `tools[]`. */
  anthropic: (tool) => ({
    name: modelName(tool.name),
    description: tool.description,
    input_schema: inputSchema(tool),
  }),
  /** Converse `toolConfig.tools[]`. */
  bedrock: (tool) => ({
    toolSpec: {
      name: modelName(tool.name),
      description: tool.description,
      inputSchema: { json: inputSchema(tool) },
    },
  }),
  mcp: (tool) => ({ ...mcpForm(tool) }),
};
