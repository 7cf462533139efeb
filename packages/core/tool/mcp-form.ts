import { inputSchema, type JsonSchema } from "./json-schema.ts";
import { modelName } from "./registry.ts";
import type { Tool } from "./tool.ts";

/** A tool as `tools/list` of the Model Context Protocol shows it. */
export interface McpForm {
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
 * No output schema: clients check a result against it and throw on a mismatch, and a client that threw away the result of a
 * message already sent would send it again.
 */
export function mcpForm(tool: Tool): McpForm {
  return {
    name: modelName(tool.name),
    title: tool.title,
    description: tool.description,
    inputSchema: { ...inputSchema(tool), type: "object" },
    annotations: {
      readOnlyHint: tool.effect === "read",
      // By the protocol `false` promises an addition and nothing more: what posts, mails or forwards cannot be taken back.
      destructiveHint: tool.effect === "write" && !tool.additive,
      // A key makes a second try of one call safe, not a second call: two calls make two issues.
      idempotentHint: tool.idempotency === "read" || tool.idempotency === "upsert",
      openWorldHint: tool.reach.to !== "nowhere",
    },
  };
}
