import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import { GROUNDED_RESEARCH, type Question } from "@plumbline/grounding";
import type { AgentPorts } from "./agent-request.ts";
import { PARAGRAPH, type Told } from "./in-paragraphs.ts";
import type { ResearchOfRun } from "./research-of-run.ts";
import { resultChunk } from "./tool-outcome.ts";

export interface ResearchFirst {
  question: Question;
  /** What the user wrote, whatever it is researched as. */
  prompt: string;
  research: ResearchOfRun;
  call: CallOptions;
}

/** The research of a grounded prompt, before the model says a word, shown like any tool call. True when it was refused: that is the answer. */
export async function* researchFirst(
  { dispatcher, random }: Pick<AgentPorts, "dispatcher" | "random">,
  caller: { tenantId: string },
  { question, prompt, research, call }: ResearchFirst,
): AsyncGenerator<Told, boolean> {
  const use = { tool_use_id: random.uuid(), name: GROUNDED_RESEARCH };
  const { text: query, context } = question;
  const args = { query, ...(context === "" ? {} : { context }) };
  yield { type: "tool_use", ...use, arguments: dispatcher.echo(GROUNDED_RESEARCH, args) };
  const result = await dispatcher.call(caller, GROUNDED_RESEARCH, args, call);
  // Nobody listens any more.
  if (call.signal?.aborted) return true;
  yield resultChunk(use, result, research.enter(use.tool_use_id, result, prompt));
  if (result.ok) return false;
  yield PARAGRAPH;
  yield { type: "text_delta", text: result.refusal_reason };
  return true;
}
