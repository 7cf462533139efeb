import type { CallToolResult } from "@modelcontextprotocol/server";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { fitResult, RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH, quotedLines } from "@plumbline/grounding";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";

/**
 * A dispatch result as `tools/call` answers it: once, as JSON in one text of at most about `maxChars` characters. No
 * `structuredContent`: clients would put both before their model. A refusal is `isError`, its code and reason verbatim ahead
 * of everything else.
 */
export function callResult(tool: Tool, result: DispatchResult, maxChars: number): CallToolResult {
  const refusal = result.ok ? "" : `${result.error_code}: ${result.refusal_reason}`;
  const frame = JSON.stringify({ ...result, result: undefined }).length + refusal.length;
  const left = Math.max(RESULT_CHARS.least / 2, maxChars - frame);
  const shown = result.result === undefined ? result : { ...result, result: shownResult(tool, result, left) };
  const text = { type: "text" as const, text: JSON.stringify(shown) };
  if (result.ok) return { content: [text] };
  return { content: [{ type: "text", text: refusal }, text], isError: true };
}

/** Of research each quote once, the answer first, behind the number of its source, and each source once. */
function shownResult(tool: Tool, { ok, result }: DispatchResult, maxChars: number): unknown {
  const outcome =
    tool.name === GROUNDED_RESEARCH && ok ? researchOutcomeSchema.safeParse(result).data : undefined;
  if (!outcome) return fitResult(tool, result, maxChars);
  const { query, coverage_score, provider_used } = outcome;
  const about = { query, coverage_score, provider_used };
  const left = maxChars - JSON.stringify(about).length;
  const { quotes, sources, notes, leftOut } = quotedLines(
    outcome,
    left,
    ({ title, url }) => `${title}, ${url}`,
  );
  return {
    quotes,
    sources,
    ...(notes.length === 0 ? {} : { notes }),
    ...about,
    ...(leftOut === 0
      ? {}
      : { more: true, left_out: { quotes: leftOut }, to_get_the_rest: "Ask a narrower question." }),
  };
}
