/** Formats of model providers, and of MCP, in which tools are listed. */
export const TOOL_FORMATS = ["openai", "anthropic", "bedrock", "mcp"] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];
