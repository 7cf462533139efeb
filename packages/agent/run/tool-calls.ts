import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import type { DispatchFailure, DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { echoArguments } from "@plumbline/core/tool/arguments.ts";
import { fitResult, RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH, type Question } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { ToolCall, ToolResult } from "../model/model.ts";
import type { AgentPorts } from "./agent-request.ts";
import { type Chunk, PARAGRAPH, type Told } from "./chunk.ts";
import type { RefusedWrites } from "./model-turn.ts";
import type { OutsideText } from "./outside-text.ts";
import { type ResearchOfRun, refuseCall, stopInvention, tellRefusal } from "./research-of-run.ts";

/** Calls of one turn that are under way at once. */
const MAX_AT_ONCE = 4;
/** Calls of one turn that are made at all. */
const MAX_IN_A_TURN = 16;
/** No tool has a longer name; a model's own word for one is cut here. */
const MAX_NAME = 64;

export interface ToolCallsOptions {
  ports: Pick<AgentPorts, "dispatcher" | "random">;
  caller: ToolCaller;
  /** The tools the model was offered; no other is called. */
  offered: readonly Tool[];
  research: ResearchOfRun;
  outside: OutsideText;
  refusedWrites: RefusedWrites;
  /** Of one result, for the model. */
  maxChars: number;
  /** Made anew for every call: what is left of the run's time. */
  options: () => CallOptions;
}

interface PlannedCall {
  call: ToolCall;
  place: number;
  use: { tool_use_id: string; name: string };
  tool: Tool | undefined;
}

/**
 * The calls of one turn of the model. All are announced, then made side by side; results go out as
 * they come, each refusal with its reason as text. Research goes first, then what reads, then what writes:
 * what was read, or not found, binds the writes of the same turn.
 */
export async function* makeToolCalls(
  options: ToolCallsOptions,
  calls: readonly ToolCall[],
): AsyncGenerator<Told, { results: ToolResult[]; refused: boolean }> {
  const { research, outside, refusedWrites, maxChars } = options;
  const planned = calls.map((call, place) => plan(options, call, place));
  for (const { call, tool, use } of planned)
    yield { type: "tool_use", ...use, arguments: echoArguments(tool, argumentsOf(call)) };
  const results = new Map<ToolCall, ToolResult>();
  let refused = false;
  for (const group of inOrder(planned)) {
    // Calls of one group were written together: none follows what another reads.
    const followsOutside = outside.isRead;
    const tasks = group.map((one) => async () => ({
      one,
      result: await carryOut(options, one, followsOutside),
    }));
    for await (const { one, result } of asCompleted(tasks, MAX_AT_ONCE)) {
      const outcome = isResearch(one) ? research.enter(one.use.tool_use_id, result) : null;
      const quoted = outcome?.ok ? await research.quoting(outcome) : undefined;
      results.set(one.call, resultForModel(one.call, result, { tool: one.tool, quoted, maxChars }));
      yield resultChunk(one.use, result, outcome);
      if (one.tool) refusedWrites.enter(one.tool, result.ok);
      if (result.ok) continue;
      refused = true;
      yield PARAGRAPH;
      const reason = await outside.cleaned(result.refusal_reason);
      yield await tellRefusal(reason, argumentsOf(one.call), research);
    }
  }
  return { results: calls.flatMap((call) => results.get(call) ?? []), refused };
}

function isResearch({ tool }: PlannedCall): boolean {
  return tool?.name === GROUNDED_RESEARCH;
}

/** Groups of calls that are made side by side, one group after the other. */
function inOrder(planned: readonly PlannedCall[]): PlannedCall[][] {
  const writes = ({ tool }: PlannedCall) => tool?.effect === "write";
  return [
    planned.filter(isResearch),
    planned.filter((one) => !isResearch(one) && !writes(one)),
    planned.filter(writes),
  ];
}

function plan({ offered, ports }: ToolCallsOptions, call: ToolCall, place: number): PlannedCall {
  const tool = offered.find(({ name }) => name === call.name);
  const use = { tool_use_id: ports.random.uuid(), name: tool?.name ?? call.name.slice(0, MAX_NAME) };
  return { call, place, use, tool };
}

async function carryOut(
  { ports, caller, research, options }: ToolCallsOptions,
  { call, tool, use, place }: PlannedCall,
  followsOutside: boolean,
): Promise<DispatchResult> {
  if (!tool)
    return refuseCall(use.name, "There is no tool of that name here.", "Call one of the tools offered.");
  if (!("arguments" in call))
    return refuseCall(
      tool.name,
      "The arguments of the call are no JSON that can be read.",
      "Call it again with one JSON object.",
    );
  if (place >= MAX_IN_A_TURN)
    return refuseCall(
      tool.name,
      `More than ${MAX_IN_A_TURN} calls in one turn.`,
      "Make this call in the next turn.",
    );
  return (
    (await stopInvention(tool, call.arguments, research)) ??
    permitted(tool, () =>
      ports.dispatcher.call(caller, tool.name, call.arguments, { ...options(), followsOutside }),
    )
  );
}

/** Arguments that the caller's key may not send are refused to the model; they end no run. */
async function permitted(tool: Tool, call: () => Promise<DispatchResult>): Promise<DispatchResult> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "forbidden") throw error;
    return refuseCall(tool.name, error.message, "Ask whoever administers the tenant for a key that may.");
  }
}

/** As they may be shown: half a JSON object, or one within a text, may hold a secret in any of its parts. */
function argumentsOf(call: ToolCall): unknown {
  if (!("arguments" in call)) return "[unreadable]";
  const isText = typeof call.arguments === "string" || Array.isArray(call.arguments);
  return isText ? "[not an object]" : call.arguments;
}

/**
 * The results of tasks in the order in which they end, at most `bound` of them under way at once. When a task
 * throws, no other is begun, those under way are waited for, and then its error is thrown, so that
 * what was done goes out.
 */
export async function* asCompleted<Result>(
  tasks: readonly (() => Promise<Result>)[],
  bound: number,
): AsyncGenerator<Result, void> {
  const waiting = tasks.entries();
  const underWay = new Map<number, Promise<Ended<Result>>>();
  let failure: { error: unknown } | undefined;
  const begin = () => {
    while (!failure && underWay.size < bound) {
      const { value } = waiting.next();
      if (!value) return;
      underWay.set(value[0], ended(...value));
    }
  };
  for (begin(); underWay.size > 0; begin()) {
    const one = await Promise.race(underWay.values());
    underWay.delete(one.index);
    if ("error" in one) failure ??= one;
    else yield one.result;
  }
  if (failure) throw failure.error;
}

type Ended<Result> = { index: number } & ({ result: Result } | { error: unknown });

/** Never rejects: where the reader has left, nobody is there to hear of it. */
async function ended<Result>(index: number, task: () => Promise<Result>): Promise<Ended<Result>> {
  try {
    return { index, result: await task() };
  } catch (error) {
    return { index, error };
  }
}

const INSTRUCTION =
  "This was refused, and the user has read the refusal_reason. Say what they can do about it; do not work around it.";

/** Room for `possible_duplicate`. */
const DOUBT_CHARS = 50;

/**
 * A result as the client sees it: the outcome of research, or what the tool gave; whole when it is a refusal.
 */
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

export interface ResearchFirst {
  question: Question;
  /** The words of the user, whatever they are researched as. */
  prompt: string;
  research: ResearchOfRun;
  call: CallOptions;
}

/**
 * The research of a grounded prompt, before the model says a word, shown like any tool call. It is the gate's
 * and not the model's: a caller whose key or policy does not allow `grounded_research` cannot be answered
 * without it either. True when it was refused: that is the answer.
 */
export async function* researchFirst(
  { dispatcher, registry, random }: Pick<AgentPorts, "dispatcher" | "registry" | "random">,
  caller: ToolCaller,
  { question, prompt, research, call }: ResearchFirst,
): AsyncGenerator<Told, boolean> {
  const use = { tool_use_id: random.uuid(), name: GROUNDED_RESEARCH };
  const { text: query, context } = question;
  const args = { query, ...(context === "" ? {} : { context }) };
  yield { type: "tool_use", ...use, arguments: dispatcher.echo(GROUNDED_RESEARCH, args) };
  const tool = registry.get(GROUNDED_RESEARCH);
  if (!tool) throw new Error("The registry has no tool for research.");
  const result = await dispatcher.run(caller, tool, args, call);
  // Nobody listens any more.
  if (call.signal?.aborted) return true;
  yield resultChunk(use, result, research.enter(use.tool_use_id, result, prompt));
  if (result.ok) return false;
  yield PARAGRAPH;
  yield { type: "text_delta", text: result.refusal_reason };
  return true;
}
