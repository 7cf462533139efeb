import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import { GROUNDED_RESEARCH, type Question } from "@plumbline/grounding";
import type { AgentPorts } from "./agent-request.ts";
import { PARAGRAPH, type Told } from "./chunk.ts";
import type { ResearchOfRun } from "./research-of-run.ts";
import { resultChunk } from "./tool-results.ts";

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
 * without it either, and it waits for nobody's approval. `refused`: the refusal is the answer.
 */
export async function* researchFirst(
  ports: Pick<AgentPorts, "dispatcher" | "registry" | "random">,
  caller: ToolCaller,
  { question, prompt, research, call }: ResearchFirst,
): AsyncGenerator<Told, "found" | "refused"> {
  const { dispatcher, registry, random } = ports;
  const use = { tool_use_id: random.uuid(), name: GROUNDED_RESEARCH };
  const { text: query, context } = question;
  const args = { query, ...(context === "" ? {} : { context }) };
  yield { type: "tool_use", ...use, arguments: dispatcher.echo(GROUNDED_RESEARCH, args) };
  const tool = registry.get(GROUNDED_RESEARCH);
  if (!tool) throw new Error("The registry has no tool for research.");
  const result = await dispatcher.run(caller, tool, args, call);
  // Nobody listens any more.
  if (call.signal?.aborted) return "refused";
  yield resultChunk(use, result, research.enter(use.tool_use_id, result, prompt));
  if (result.ok) return "found";
  yield PARAGRAPH;
  yield { type: "text_delta", text: result.refusal_reason };
  return "refused";
}
