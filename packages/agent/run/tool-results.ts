import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import {
  approvalOf,
  type DispatchFailure,
  type DispatchResult,
} from "@plumbline/core/dispatch/dispatch-result.ts";
import { formatCallTitle, formatCallTitleAsRead } from "@plumbline/core/tool/call-title.ts";
import { fitResult, RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { AskSupport } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { completeFollowUp } from "../completion/follow-up-call.ts";
import type { ToolCall, ToolResult } from "../model/model.ts";
import type { AgentPorts } from "./agent-request.ts";
import { type Chunk, type OutputItem, PARAGRAPH } from "./chunk.ts";
import { listTexts, reportRefusal } from "./judge-write-call.ts";
import type { OutsideText } from "./outside-text.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import type { ResearchOfRun } from "./research-of-run.ts";

export interface ToolCallsOptions {
  ports: Pick<AgentPorts, "dispatcher" | "random" | "approvals" | "registry" | "researchTool">;
  caller: ToolCaller;
  /** Tools that the model was offered. No others are called. */
  offered: readonly Tool[];
  research: ResearchOfRun;
  outside: OutsideText;
  refusedWrites: RefusedWrites;
  writes: MessageWrites;
  /** See `completeFollowUp`. */
  complete(tool: Tool, args: unknown): ReturnType<typeof completeFollowUp>;
  /** See TurnContext. */
  ask?: AskSupport | undefined;
  /** Records in the conversation, before the call, that it reads outside text. */
  noteOutside(tool: Tool): Promise<void>;
  /** Maximum length of one result for the model, in characters. */
  maxChars: number;
  /** Creates the options of each call, with the run's remaining time. */
  options: () => CallOptions;
}

/** A call by the model whose result is reported. */
export interface ReportedCall {
  call: ToolCall;
  use: { tool_use_id: string; name: string };
  tool: Tool | undefined;
}

/**
 * Reports a call's result, and the reason of a refusal as text. Returns the result in the format for the
 * model.
 */
export async function* reportResult(
  { ports, caller, research, outside, refusedWrites, maxChars }: ToolCallsOptions,
  { call, use, tool }: ReportedCall,
  result: DispatchResult,
): AsyncGenerator<OutputItem, ToolResult> {
  const isResearch = tool?.name === GROUNDED_RESEARCH;
  const outcome = isResearch ? research.addResult(use.tool_use_id, result) : null;
  const quoted = outcome?.ok ? await research.createFormatter(outcome) : undefined;
  const forModel = formatResult(call, result, { tool, quoted, maxChars });
  yield createResultChunk(use, result, outcome);
  if (tool) refusedWrites.record(tool, result.ok);
  if (result.ok && tool?.effect === "read" && !isResearch)
    research.record(listNewTexts(result.result, maskArguments(call)));
  if (result.ok && tool) {
    const links = listOwnLinks(tool, result.result, maskArguments(call));
    outside.addOwnLinks(links);
    research.addOwnLinks(links);
  }
  if (result.ok) return forModel;
  const waiting = await createWaitingChunk(ports.approvals, caller, use, result);
  if (waiting) yield waiting;
  yield PARAGRAPH;
  const reason = await outside.clean(result.refusal_reason);
  yield await reportRefusal(reason, maskArguments(call), research);
  return forModel;
}

/** Returns the texts and numbers of an answer, without those that only echo the arguments. */
function listNewTexts(answer: unknown, asked: unknown): string[] {
  const own = listTexts(asked).filter((text) => /\s/.test(text.trim()));
  return listTexts(answer).filter((text) => !own.some((one) => one.includes(text) || text.includes(one)));
}

/**
 * Returns the links to what a write created, which the user wants to open: those in its result, except where
 * a stranger may have written the result, or the model wrote the link in the arguments.
 */
function listOwnLinks({ effect, reads }: Tool, answer: unknown, asked: unknown): string[] {
  if (effect !== "write" || reads === "outside") return [];
  const own = listTexts(asked);
  return listTexts(answer).filter(
    (text) => /^https:\/\/\S+$/.test(text) && !own.some((one) => one.includes(text)),
  );
}

/**
 * Returns a call's arguments as they may be shown. Hides malformed JSON, or JSON within a text, because any
 * part of it may be a secret.
 */
export function maskArguments(call: ToolCall): unknown {
  if (!("arguments" in call)) return "[unreadable]";
  const isText = typeof call.arguments === "string" || Array.isArray(call.arguments);
  return isText ? "[not an object]" : call.arguments;
}

const INSTRUCTION =
  "This was refused, and the user has read the refusal_reason. Say what they can do about it; do not work around it.";

/** Creates the chunk that announces a call. `args` are the arguments as they may be shown. */
export function createUseChunk(
  use: ReportedCall["use"],
  tool: Tool | undefined,
  args: unknown,
  title = formatCallTitle(tool, use.name, args),
): Chunk {
  return { type: "tool_use", ...use, ...title, arguments: args };
}

/** Creates the same chunk for a call whose texts its title shows as their readers will see them. */
export async function createReadUseChunk(
  use: ReportedCall["use"],
  tool: Tool | undefined,
  args: unknown,
): Promise<Chunk> {
  return createUseChunk(use, tool, args, await formatCallTitleAsRead(tool, use.name, args));
}

/**
 * Creates the chunk with a result for the client: the research outcome, a refusal in full, or the tool's
 * result.
 */
export function createResultChunk(
  use: { tool_use_id: string; name: string },
  result: DispatchResult,
  outcome: ResearchOutcome | null,
): Chunk {
  const { credential, corrected } = result;
  const head = { ...use, ...(credential && { credential }), ...(corrected && { corrected }) };
  if (result.ok) {
    const { possible_duplicate, made_before, changed } = result;
    const doubt = {
      ...(possible_duplicate && { possible_duplicate }),
      ...(made_before && { made_before }),
      ...(changed && { changed }),
    };
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

interface ModelFormat {
  tool: Tool | undefined;
  /**
   * Formats a research outcome as numbered sentences of at most `maxChars` characters. `undefined` for other
   * results.
   */
  quoted: ((maxChars: number) => string) | undefined;
  maxChars: number;
}

/**
 * Formats a result for the model in at most `maxChars` characters: research as numbered quotes, a refusal
 * with instructions, any other result with whole items. Without a limit, a mailbox could push the
 * conversation out of the context window.
 */
export function formatResult(
  call: { id: string; name: string },
  result: DispatchResult,
  { tool, quoted, maxChars }: ModelFormat,
): ToolResult {
  const { id: toolCallId, name } = call;
  if (!result.ok) return { toolCallId, name, isError: true, content: formatRefusal(result, tool, maxChars) };
  const { possible_duplicate, made_before, changed, corrected } = result;
  const aside = {
    ...(possible_duplicate && { possible_duplicate }),
    ...(made_before && { made_before }),
    ...(changed && { changed_by_a_person: changed.arguments }),
    ...(corrected && { corrected }),
  };
  const hasAside = Object.keys(aside).length > 0;
  const left = hasAside ? maxChars - JSON.stringify({ ...aside, result: null }).length : maxChars;
  const content = quoted?.(left) ?? fitResult(tool, result.result, left);
  const told = hasAside ? { ...aside, result: content } : content;
  return { toolCallId, name, isError: false, content: told };
}

function formatRefusal(failure: DispatchFailure, tool: Tool | undefined, maxChars: number) {
  const { attempts: _attempts, elapsed_ms: _elapsed, result, ...refusal } = failure;
  const told = { ...refusal, instruction: INSTRUCTION };
  if (result === undefined) return told;
  const left = Math.max(RESULT_CHARS.least, maxChars - JSON.stringify(told).length);
  return { ...refusal, result: fitResult(tool, result, left), instruction: INSTRUCTION };
}

/** Creates the chunk for a call that waits for approval. Returns `undefined` for any other result. */
async function createWaitingChunk(
  approvals: AgentPorts["approvals"],
  caller: ToolCaller,
  { tool_use_id }: { tool_use_id: string },
  result: DispatchResult,
): Promise<Chunk | undefined> {
  const approval_id = approvalOf(result);
  if (approval_id === undefined) return undefined;
  const { tenantId } = caller;
  // If the message is run again, a person may have changed the call since.
  const latestId = await approvals.findLatestId(tenantId, approval_id);
  const { id, preview } = await approvals.get(caller, tenantId, latestId);
  const url = (result.ok ? undefined : result.approve_url) ?? `/approve/${approval_id}`;
  const approve_url = url.replace(approval_id, id);
  return { type: "approval_required", tool_use_id, approval_id, preview, approve_url };
}
