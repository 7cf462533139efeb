import type { DispatchFailure, DispatchResult } from "../dispatch/dispatch-result.ts";
import { quotedOutcome } from "../grounding/quoted-outcome.ts";
import type { ToolResult } from "../model/model.ts";
import type { ResearchOutcome } from "../research/outcome.ts";
import type { Chunk } from "./chunk.ts";

/** What a model reads of one result; a mailbox of bodies would push the conversation out of its window. */
const MAX_READ = 60_000;

const INSTRUCTION =
  "This was refused, and the user has read the refusal_reason. Say what they can do about it; do not work around it.";

/** A result as the client sees it: the outcome of research, or what the tool gave; whole when it is a refusal. */
export function resultChunk(
  use: { tool_use_id: string; name: string },
  result: DispatchResult,
  outcome: ResearchOutcome | null,
): Chunk {
  if (result.ok) return { type: "tool_result", ...use, is_error: false, content: outcome ?? result.result };
  const { refusal_reason, error_code } = result;
  return {
    type: "tool_result",
    ...use,
    is_error: true,
    content: outcome ?? result,
    refusal_reason,
    error_code,
  };
}

/** The same as the model reads it: research as numbered quotes, a refusal with what is expected of the model. */
export function resultForModel(
  call: { id: string; name: string },
  result: DispatchResult,
  outcome: ResearchOutcome | null,
): ToolResult {
  const { id: toolCallId, name } = call;
  if (!result.ok)
    return {
      toolCallId,
      name,
      isError: true,
      content: { ...refusalForModel(result), instruction: INSTRUCTION },
    };
  return {
    toolCallId,
    name,
    isError: false,
    content: outcome ? quotedOutcome(outcome) : readable(result.result),
  };
}

function refusalForModel({ attempts: _attempts, elapsed_ms: _elapsed, result, ...refusal }: DispatchFailure) {
  return result === undefined ? refusal : { ...refusal, result: readable(result) };
}

function readable(value: unknown): unknown {
  const text = JSON.stringify(value) ?? "";
  if (text.length <= MAX_READ) return value;
  return `${text.slice(0, MAX_READ)} … (cut: the whole result has ${text.length} characters)`;
}
