import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { echoArguments } from "@plumbline/core/tool/arguments.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { ToolCall, ToolResult } from "../model/model.ts";
import type { AgentPorts } from "./agent-request.ts";
import { asCompleted } from "./as-completed.ts";
import { PARAGRAPH, type Told } from "./in-paragraphs.ts";
import { refusalTold } from "./refusal-told.ts";
import { inventionStopped, notMade } from "./refused-call.ts";
import type { RefusedWrites } from "./refused-writes.ts";
import type { ResearchOfRun } from "./research-of-run.ts";
import { resultChunk, resultForModel } from "./tool-outcome.ts";

/** Calls of one turn that are under way at once. */
const MAX_AT_ONCE = 4;
/** Calls of one turn that are made at all. */
const MAX_IN_A_TURN = 16;
/** No tool has a longer name; a model's own word for one is cut here. */
const MAX_NAME = 64;

export interface ToolCallsOptions {
  ports: Pick<AgentPorts, "dispatcher" | "random">;
  caller: { tenantId: string };
  /** The tools the model was offered; no other is called. */
  offered: readonly Tool[];
  research: ResearchOfRun;
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
 * The calls of one turn of the model. All are announced, then made side by side; what comes back is told as it comes, each refusal with its
 * reason as text. Research goes first: what it finds, or does not, binds the writes of the same turn.
 */
export async function* makeToolCalls(
  options: ToolCallsOptions,
  calls: readonly ToolCall[],
): AsyncGenerator<Told, { results: ToolResult[]; refused: boolean }> {
  const { research, refusedWrites, maxChars } = options;
  const planned = calls.map((call, place) => plan(options, call, place));
  for (const { call, tool, use } of planned)
    yield { type: "tool_use", ...use, arguments: echoArguments(tool, argumentsOf(call)) };
  const results = new Map<ToolCall, ToolResult>();
  let refused = false;
  const isResearch = ({ tool }: PlannedCall) => tool?.name === GROUNDED_RESEARCH;
  for (const group of [planned.filter(isResearch), planned.filter((one) => !isResearch(one))]) {
    const tasks = group.map((one) => async () => ({ one, result: await carryOut(options, one) }));
    for await (const { one, result } of asCompleted(tasks, MAX_AT_ONCE)) {
      const outcome = isResearch(one) ? research.enter(one.use.tool_use_id, result) : null;
      const quoted = outcome?.ok ? await research.quoting(outcome) : undefined;
      results.set(one.call, resultForModel(one.call, result, { tool: one.tool, quoted, maxChars }));
      yield resultChunk(one.use, result, outcome);
      if (one.tool) refusedWrites.enter(one.tool, result.ok);
      if (result.ok) continue;
      refused = true;
      yield PARAGRAPH;
      yield await refusalTold(result.refusal_reason, argumentsOf(one.call), research);
    }
  }
  return { results: calls.flatMap((call) => results.get(call) ?? []), refused };
}

function plan({ offered, ports }: ToolCallsOptions, call: ToolCall, place: number): PlannedCall {
  const tool = offered.find(({ name }) => name === call.name);
  const use = { tool_use_id: ports.random.uuid(), name: tool?.name ?? call.name.slice(0, MAX_NAME) };
  return { call, place, use, tool };
}

async function carryOut(
  { ports, caller, research, options }: ToolCallsOptions,
  { call, tool, use, place }: PlannedCall,
): Promise<DispatchResult> {
  if (!tool)
    return notMade(use.name, "There is no tool of that name here.", "Call one of the tools offered.");
  if (!("arguments" in call))
    return notMade(
      tool.name,
      "The arguments of the call are no JSON that can be read.",
      "Call it again with one JSON object.",
    );
  if (place >= MAX_IN_A_TURN)
    return notMade(
      tool.name,
      `More than ${MAX_IN_A_TURN} calls in one turn.`,
      "Make this call in the next turn.",
    );
  return (
    (await inventionStopped(tool, call.arguments, research)) ??
    ports.dispatcher.call(caller, tool.name, call.arguments, options())
  );
}

/** As they may be shown: half a JSON object, or one within a text, may hold a secret in any of its parts. */
function argumentsOf(call: ToolCall): unknown {
  if (!("arguments" in call)) return "[unreadable]";
  const isText = typeof call.arguments === "string" || Array.isArray(call.arguments);
  return isText ? "[not an object]" : call.arguments;
}
