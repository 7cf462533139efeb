import type { CallToolResult } from "@modelcontextprotocol/server";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";

/**
 * A dispatch result as `tools/call` answers it: whole as `structuredContent`, and as text for clients that read no other.
 * A refusal is `isError`, its code and reason verbatim ahead of everything else.
 */
export function callResult(result: DispatchResult): CallToolResult {
  const whole = { type: "text" as const, text: JSON.stringify(result) };
  const structuredContent = { ...result };
  if (result.ok) return { content: [whole], structuredContent };
  const refusal = { type: "text" as const, text: `${result.error_code}: ${result.refusal_reason}` };
  return { content: [refusal, whole], structuredContent, isError: true };
}
