import { completeInputSchema, outputSchema } from "./json-schema.ts";
import type { Tool } from "./tool.ts";

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
  };
}
