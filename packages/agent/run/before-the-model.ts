import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import { echoArguments } from "@plumbline/core/tool/arguments.ts";
import { GROUNDED_RESEARCH, type Question } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { ModelMessage, ToolResult } from "../model/model.ts";
import type { AgentPorts } from "./agent-request.ts";
import { type Chunk, type OutputItem, PARAGRAPH } from "./chunk.ts";
import type { ResumedFrom } from "./kept-run.ts";
import type { ResearchOfRun } from "./research-of-run.ts";
import {
  createReadUseChunk,
  createResultChunk,
  createUseChunk,
  reportResult,
  type ToolCallsOptions,
} from "./tool-results.ts";

export interface InitialResearch {
  question: Question;
  /** The user's words, whatever question is derived from them. */
  prompt: string;
  research: ResearchOfRun;
  /**
   * True if the prompt also asks for an action on the user's own data. The action is carried out even if
   * research refuses.
   */
  requestsAction: boolean;
  call: CallOptions;
}

/**
 * Researches a grounded prompt before the model starts, and reports it like a tool call. The gate requires
 * this research, so it needs no approval and runs even if the caller's key or policy does not allow
 * `grounded_research`. Returns `refused` if the refusal is the final answer. After insufficient evidence the
 * model may search once more, and a requested action is carried out regardless. Without a model the run ends
 * with the refusal.
 */
export async function* runInitialResearch(
  ports: Pick<AgentPorts, "dispatcher" | "researchTool" | "random" | "model">,
  caller: ToolCaller,
  { question, prompt, research, requestsAction, call }: InitialResearch,
): AsyncGenerator<OutputItem, "go_on" | "refused"> {
  const { dispatcher, researchTool: tool, random, model } = ports;
  const use = { tool_use_id: random.uuid(), name: GROUNDED_RESEARCH };
  const { text: query, context } = question;
  const args = { query, ...(context === "" ? {} : { context }) };
  yield createUseChunk(use, tool, echoArguments(tool, args));
  const result = await dispatcher.run(caller, tool, args, call);
  // The caller has disconnected.
  if (call.signal?.aborted) return "refused";
  yield createResultChunk(use, result, research.addResult(use.tool_use_id, result, prompt));
  if (result.ok) return "go_on";
  if (model && result.error_code === RETRYABLE_REFUSAL) {
    research.holdRefusal(result.refusal_reason);
    return "go_on";
  }
  yield PARAGRAPH;
  yield { type: "text_delta", text: result.refusal_reason };
  return model && requestsAction ? "go_on" : "refused";
}

/** The refusal after which a different query may succeed. All other refusals are final. */
const RETRYABLE_REFUSAL = "research_insufficient_evidence";

const SEARCH_AGAIN =
  "Research did not find what was asked. You may call grounded_research once more, in other words or for a part of the question. Unless that answers, the user is shown refusal_reason word for word: do not repeat it, and say nothing that no research outcome says. Carry out whatever else the user ordered.";

const DO_THE_REST =
  "Research was refused, and the user has read the refusal_reason. Do not repeat it, do not work around it, and say nothing that it would have answered. Carry out whatever else the user ordered.";

/** Formats the refusal of the initial research for the model, with related quotes. */
export function formatRefusal(outcome: ResearchOutcome | undefined): string {
  const { refusal_reason, error_code, unverified_notes = [] } = outcome ?? {};
  const related = unverified_notes.flatMap(({ kind, text }) => (kind === "related" ? [text] : []));
  const refusal = JSON.stringify({ refusal_reason, error_code, related }).replaceAll("<", "\\u003c");
  const instruction = error_code === RETRYABLE_REFUSAL ? SEARCH_AGAIN : DO_THE_REST;
  return `<research_refusal>\n${refusal}\n${instruction}\n</research_refusal>`;
}

interface ContinuedRun {
  calling: ToolCallsOptions;
  trace: RunTrace;
}

/**
 * Reports the results of the calls that a run waited for, each under its original ID. Replaces their refusals
 * in `since`, for the model. Then reports the run's research again, because the model's next answers cite it.
 */
export async function* reportAwaited(
  { calling, trace }: ContinuedRun,
  { waiting, results }: ResumedFrom,
  since: ModelMessage[],
): AsyncGenerator<OutputItem, void> {
  const { ports, research } = calling;
  const before = research.state.entered;
  const forModel = new Map<number, ToolResult>();
  for (const { tool_use_id, name, approval_id, arguments: args, call, place } of waiting) {
    const result = results.get(approval_id);
    if (!result) throw new Error("A call that a run waited for has no result.");
    await calling.writes.recordDecision(approval_id, result);
    const use = { tool_use_id, name };
    const tool = await ports.registry.get(name);
    yield await createReadUseChunk(use, tool, args);
    if (tool && result.attempts > 0) {
      const sent = Object("arguments" in call ? call.arguments : {});
      trace.noteCall(tool, sent, result.ok ? result.result : undefined);
    }
    forModel.set(place, yield* reportResult(calling, { call, use, tool }, result));
  }
  const last = since.at(-1);
  if (last?.role === "tool") {
    const results = last.results.map((refusal, place) => forModel.get(place) ?? refusal);
    since.splice(-1, 1, { role: "tool", results });
  }
  yield* reportAgain(ports, before);
}

/** Reports earlier research like the call that produced it, because further answers cite it. */
export function* reportAgain(
  { researchTool: tool }: Pick<AgentPorts, "researchTool">,
  entered: ResearchOfRun["state"]["entered"],
): Generator<Chunk, void> {
  for (const { toolUseId: tool_use_id, outcome } of entered) {
    if (!outcome.ok) continue;
    const use = { tool_use_id, name: GROUNDED_RESEARCH };
    yield createUseChunk(use, tool, { query: outcome.query });
    const result = { ok: true as const, tool: use.name, result: outcome, attempts: 0, elapsed_ms: 0 };
    yield createResultChunk(use, result, outcome);
  }
}
