import type { CallToolResult } from "@modelcontextprotocol/server";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { fitResult, RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH, quoteLines } from "@plumbline/grounding";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";

/**
 * Formats a dispatch result for `tools/call`, as JSON in a single text of about `maxChars` characters. Omits
 * `structuredContent`, because clients would pass both to their model. A refusal is `isError` and starts with
 * its code and reason verbatim. A call that waits for approval contains the page's URL in the text and, for
 * clients that show links themselves, as structured content.
 */
export function toCallResult(tool: Tool, result: DispatchResult, maxChars: number): CallToolResult {
  const waits = !result.ok && result.error_code === "approval_required" ? result : undefined;
  const where = waits?.approve_url === undefined ? "" : ` at ${waits.approve_url}`;
  const then = waits
    ? ` A person can decide${where} and then you can repeat the call with its approval_id as one more argument.`
    : "";
  const refusal = result.ok ? "" : `${result.error_code}: ${result.refusal_reason}${then}`;
  const frame = JSON.stringify({ ...result, result: undefined }).length + refusal.length;
  const left = Math.max(RESULT_CHARS.least / 2, maxChars - frame);
  const shown =
    result.result === undefined ? result : { ...result, result: shortenResult(tool, result, left) };
  const text = { type: "text" as const, text: JSON.stringify(shown) };
  if (result.ok) return { content: [text] };
  const { error_code, approval_id, approve_url } = result;
  return {
    content: [{ type: "text", text: refusal }, text],
    ...(waits && { structuredContent: { error_code, approval_id, approve_url } }),
    isError: true,
  };
}

/**
 * Shortens a result. For research, lists each quote once, the answer first, with the number of its source,
 * and each source once.
 */
function shortenResult(tool: Tool, { ok, result }: DispatchResult, maxChars: number): unknown {
  const outcome =
    tool.name === GROUNDED_RESEARCH && ok ? researchOutcomeSchema.safeParse(result).data : undefined;
  if (!outcome) return fitResult(tool, result, maxChars);
  const { query, coverage_score, provider_used } = outcome;
  const about = { query, coverage_score, provider_used };
  const left = maxChars - JSON.stringify(about).length;
  const { quotes, sources, notes, leftOut } = quoteLines(
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
