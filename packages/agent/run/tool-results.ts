import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import {
  approvalOf,
  type DispatchFailure,
  type DispatchResult,
} from "@plumbline/core/dispatch/dispatch-result.ts";
import { fitResult, RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { AskSupport } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { ToolCall, ToolResult } from "../model/model.ts";
import type { AgentPorts } from "./agent-request.ts";
import { type Chunk, PARAGRAPH, type Told } from "./chunk.ts";
import type { OutsideText } from "./outside-text.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import { type ResearchOfRun, tellRefusal } from "./research-of-run.ts";

export interface ToolCallsOptions {
  ports: Pick<AgentPorts, "dispatcher" | "random" | "approvals" | "registry">;
  caller: ToolCaller;
  /** The tools the model was offered; no other is called. */
  offered: readonly Tool[];
  research: ResearchOfRun;
  outside: OutsideText;
  refusedWrites: RefusedWrites;
  writes: MessageWrites;
  /** See SaidBefore. */
  ask?: AskSupport | undefined;
  /** Writes down in the conversation that a call reads outside text, before it does. */
  noteOutside(tool: Tool): Promise<void>;
  /** Of one result, for the model. */
  maxChars: number;
  /** Made anew for every call: what is left of the run's time. */
  options: () => CallOptions;
}

/** A call of the model, as its result is shown. */
export interface ToldCall {
  call: ToolCall;
  use: { tool_use_id: string; name: string };
  tool: Tool | undefined;
}

/**
 * Tells how a call ended, a refusal with its reason as text, and returns the result as the model reads it.
 */
export async function* tellResult(
  { ports, caller, research, outside, refusedWrites, maxChars }: ToolCallsOptions,
  { call, use, tool }: ToldCall,
  result: DispatchResult,
): AsyncGenerator<Told, ToolResult> {
  const isResearch = tool?.name === GROUNDED_RESEARCH;
  const outcome = isResearch ? research.enter(use.tool_use_id, result) : null;
  const quoted = outcome?.ok ? await research.quoting(outcome) : undefined;
  const forModel = resultForModel(call, result, { tool, quoted, maxChars });
  yield resultChunk(use, result, outcome);
  if (tool) refusedWrites.enter(tool, result.ok);
  if (result.ok) return forModel;
  const waiting = await waitingChunk(ports.approvals, caller, use, result);
  if (waiting) yield waiting;
  yield PARAGRAPH;
  const reason = await outside.cleaned(result.refusal_reason);
  yield await tellRefusal(reason, argumentsOf(call), research);
  return forModel;
}

/** As they may be shown: half a JSON object, or one within a text, may hold a secret in any of its parts. */
export function argumentsOf(call: ToolCall): unknown {
  if (!("arguments" in call)) return "[unreadable]";
  const isText = typeof call.arguments === "string" || Array.isArray(call.arguments);
  return isText ? "[not an object]" : call.arguments;
}

const INSTRUCTION =
  "This was refused, and the user has read the refusal_reason. Say what they can do about it; do not work around it.";

/**
 * A result as the client sees it: the outcome of research, or what the tool gave; whole when it is a refusal.
 */
export function resultChunk(
  use: { tool_use_id: string; name: string },
  result: DispatchResult,
  outcome: ResearchOutcome | null,
): Chunk {
  const { credential, corrected } = result;
  const head = { ...use, ...(credential && { credential }), ...(corrected && { corrected }) };
  if (result.ok) {
    const { possible_duplicate, made_before } = result;
    const doubt = { ...(possible_duplicate && { possible_duplicate }), ...(made_before && { made_before }) };
    const content = outcome ?? result.result;
    return { type: "tool_result", ...head, is_error: false, content, ...doubt };
  }
  const { refusal_reason, error_code } = result;
  return {
    type: "tool_result",
    ...head,
    is_error: true,
    content: outcome ?? result,
    refusal_reason,
    error_code,
  };
}

interface ForModel {
  tool: Tool | undefined;
  /**
   * Puts the outcome of research into numbered sentences, in at most so many characters; undefined for other
   * results.
   */
  quoted: ((maxChars: number) => string) | undefined;
  maxChars: number;
}

/**
 * The same as the model reads it, in at most `maxChars` characters: research as numbered quotes, a refusal
 * with what is expected of the model, any other result with whole items. A mailbox of bodies would push the
 * conversation out of its window.
 */
export function resultForModel(
  call: { id: string; name: string },
  result: DispatchResult,
  { tool, quoted, maxChars }: ForModel,
): ToolResult {
  const { id: toolCallId, name } = call;
  if (!result.ok)
    return { toolCallId, name, isError: true, content: refusalForModel(result, tool, maxChars) };
  const { possible_duplicate, made_before, corrected } = result;
  const aside = {
    ...(possible_duplicate && { possible_duplicate }),
    ...(made_before && { made_before }),
    ...(corrected && { corrected }),
  };
  const hasAside = Object.keys(aside).length > 0;
  const left = hasAside ? maxChars - JSON.stringify({ ...aside, result: null }).length : maxChars;
  const content = quoted?.(left) ?? fitResult(tool, result.result, left);
  const told = hasAside ? { ...aside, result: content } : content;
  return { toolCallId, name, isError: false, content: told };
}

function refusalForModel(failure: DispatchFailure, tool: Tool | undefined, maxChars: number) {
  const { attempts: _attempts, elapsed_ms: _elapsed, result, ...refusal } = failure;
  const told = { ...refusal, instruction: INSTRUCTION };
  if (result === undefined) return told;
  const left = Math.max(RESULT_CHARS.least, maxChars - JSON.stringify(told).length);
  return { ...refusal, result: fitResult(tool, result, left), instruction: INSTRUCTION };
}

/** Shows a call that waits for a person; `undefined` for any other result. */
async function waitingChunk(
  approvals: AgentPorts["approvals"],
  { tenantId }: ToolCaller,
  { tool_use_id }: { tool_use_id: string },
  result: DispatchResult,
): Promise<Chunk | undefined> {
  const approval_id = approvalOf(result);
  if (approval_id === undefined) return undefined;
  const { preview } = await approvals.get(tenantId, approval_id);
  const url = result.ok ? undefined : result.approve_url;
  const approve_url = url ?? `/approve/${approval_id}`;
  return { type: "approval_required", tool_use_id, approval_id, preview, approve_url };
}
