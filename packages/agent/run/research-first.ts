import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { GROUNDED_RESEARCH, type Question } from "@plumbline/grounding";
import type { AgentPorts } from "./agent-request.ts";
import { waitingChunk } from "./approval-chunk.ts";
import { PARAGRAPH, type Told } from "./chunk.ts";
import { approvalOf, type WaitingCall } from "./kept-run.ts";
import type { ResearchOfRun } from "./research-of-run.ts";
import { resultChunk } from "./tool-results.ts";

export interface ResearchFirst {
  question: Question;
  /** The words of the user, whatever they are researched as. */
  prompt: string;
  research: ResearchOfRun;
  call: CallOptions;
}

/** `refused`: that is the answer. `waiting`: a person has to agree to it first. */
export type Researched = "found" | "refused" | { waiting: WaitingCall };

/**
 * The research of a grounded prompt, before the model says a word, shown like any tool call. It is the gate's
 * and not the model's: a caller whose key or policy does not allow `grounded_research` cannot be answered
 * without it either.
 */
export async function* researchFirst(
  ports: Pick<AgentPorts, "dispatcher" | "registry" | "random" | "approvals">,
  caller: ToolCaller,
  { question, prompt, research, call }: ResearchFirst,
): AsyncGenerator<Told, Researched> {
  const { dispatcher, registry, random, approvals } = ports;
  const use = { tool_use_id: random.uuid(), name: GROUNDED_RESEARCH };
  const { text: query, context } = question;
  const args = { query, ...(context === "" ? {} : { context }) };
  const shown = dispatcher.echo(GROUNDED_RESEARCH, args);
  yield { type: "tool_use", ...use, arguments: shown };
  const tool = registry.get(GROUNDED_RESEARCH);
  if (!tool) throw new Error("The registry has no tool for research.");
  const result = await dispatcher.run(caller, tool, args, call);
  // Nobody listens any more.
  if (call.signal?.aborted) return "refused";
  const approvalId = approvalOf(result);
  if (approvalId === undefined) return yield* tellResearch(use, result, { prompt, research });
  yield resultChunk(use, result, null);
  const waiting = await waitingChunk(approvals, caller, use, result);
  if (waiting) yield waiting;
  return { waiting: { ...use, approval_id: approvalId, arguments: shown, call: null, place: 0 } };
}

/** Tells how that research ended. */
export async function* tellResearch(
  use: { tool_use_id: string; name: string },
  result: DispatchResult,
  { prompt, research }: Pick<ResearchFirst, "prompt" | "research">,
): AsyncGenerator<Told, "found" | "refused"> {
  yield resultChunk(use, result, research.enter(use.tool_use_id, result, prompt));
  if (result.ok) return "found";
  yield PARAGRAPH;
  yield { type: "text_delta", text: result.refusal_reason };
  return "refused";
}
