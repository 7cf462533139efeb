import type { DispatchFailure, DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { fitResult, RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { ToolResult } from "../model/model.ts";
import type { Chunk } from "./chunk.ts";

const INSTRUCTION =
  "This was refused, and the user has read the refusal_reason. Say what they can do about it; do not work around it.";

/** Room for `possible_duplicate`. */
const DOUBT_CHARS = 50;

/** A result as the client sees it: the outcome of research, or what the tool gave; whole when it is a refusal. */
export function resultChunk(
  use: { tool_use_id: string; name: string },
  result: DispatchResult,
  outcome: ResearchOutcome | null,
): Chunk {
  const account = result.credential === undefined ? {} : { credential: result.credential };
  if (result.ok) {
    const doubt = result.possible_duplicate ? { possible_duplicate: true as const } : {};
    const content = outcome ?? result.result;
    return { type: "tool_result", ...use, ...account, is_error: false, content, ...doubt };
  }
  const { refusal_reason, error_code } = result;
  return {
    type: "tool_result",
    ...use,
    ...account,
    is_error: true,
    content: outcome ?? result,
    refusal_reason,
    error_code,
  };
}

interface ForModel {
  tool: Tool | undefined;
  /** Puts the outcome of research into numbered sentences, in at most so many characters; undefined for other results. */
  quoted: ((maxChars: number) => string) | undefined;
  maxChars: number;
}

/**
 * The same as the model reads it, in at most `maxChars` characters: research as numbered quotes, a refusal with what is expected of
 * the model, any other result with whole items. A mailbox of bodies would push the conversation out of its window.
 */
export function resultForModel(
  call: { id: string; name: string },
  result: DispatchResult,
  { tool, quoted, maxChars }: ForModel,
): ToolResult {
  const { id: toolCallId, name } = call;
  if (!result.ok)
    return { toolCallId, name, isError: true, content: refusalForModel(result, tool, maxChars) };
  const { possible_duplicate } = result;
  const left = possible_duplicate ? maxChars - DOUBT_CHARS : maxChars;
  const content = quoted?.(left) ?? fitResult(tool, result.result, left);
  const told = possible_duplicate ? { possible_duplicate, result: content } : content;
  return { toolCallId, name, isError: false, content: told };
}

function refusalForModel(failure: DispatchFailure, tool: Tool | undefined, maxChars: number) {
  const { attempts: _attempts, elapsed_ms: _elapsed, result, ...refusal } = failure;
  const told = { ...refusal, instruction: INSTRUCTION };
  if (result === undefined) return told;
  const left = Math.max(RESULT_CHARS.least, maxChars - JSON.stringify(told).length);
  return { ...refusal, result: fitResult(tool, result, left), instruction: INSTRUCTION };
}
