import type { Clock } from "../clock/clock.ts";
import type { Random } from "../clock/random.ts";
import { modelNotConfigured } from "../completion/complete-research.ts";
import type { CallOptions } from "../dispatch/call.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { type ConversationTurn, decideGrounding, type GateDecision } from "../grounding/gate/gate.ts";
import { researchQuery } from "../grounding/gate/subject-query.ts";
import { GROUNDED_RESEARCH } from "../research/grounded-research.ts";
import { type ResearchOutcome, researchOutcomeSchema } from "../research/outcome.ts";
import type { Chunk, StopReason } from "./chunk.ts";

export interface AgentRequest {
  /** The last one is the user's prompt. */
  messages: readonly ConversationTurn[];
  workspace_context?: string | undefined;
}

export interface AgentPorts {
  dispatcher: Dispatcher;
  clock: Clock;
  random: Random;
}

/**
 * Starts a run without a model: a grounded prompt is answered from the research outcome alone, claim by claim.
 * Throws ServiceError `model_not_configured`, before any chunk, for a prompt that needs no grounding.
 */
export function startRun(
  ports: AgentPorts,
  caller: { tenantId: string },
  request: AgentRequest,
  call: CallOptions,
): AsyncGenerator<Chunk, void> {
  const conversation = request.messages.slice(0, -1);
  const prompt = request.messages.at(-1)?.content ?? "";
  const decision = decideGrounding({
    prompt,
    conversation,
    ...(request.workspace_context === undefined ? {} : { workspaceContext: request.workspace_context }),
  });
  if (!decision.requiresGrounding) throw modelNotConfigured();
  return groundedRun(ports, caller, { decision, query: researchQuery({ prompt, conversation }) }, call);
}

async function* groundedRun(
  { dispatcher, clock, random }: AgentPorts,
  caller: { tenantId: string },
  { decision, query }: { decision: GateDecision; query: string },
  call: CallOptions,
): AsyncGenerator<Chunk, void> {
  const startedAt = clock.monotonic();
  const gate = { score: decision.score, reasons: decision.reasons };
  yield { type: "start", run_id: random.uuid(), requires_grounding: true, gate };

  const research = { tool_use_id: random.uuid(), name: GROUNDED_RESEARCH };
  yield { type: "tool_use", ...research, arguments: { query } };
  const result = await dispatcher.call(caller, GROUNDED_RESEARCH, { query }, call);
  yield { type: "tool_result", ...research, ...resultFields(result) };

  const stopReason: StopReason = result.ok ? "end" : "refusal";
  if (result.ok) yield* citedText(researchOutcomeSchema.parse(result.result));
  else yield { type: "text_delta", text: result.refusal_reason };
  const usage = { input_tokens: 0, output_tokens: 0 };
  yield {
    type: "done",
    stop_reason: stopReason,
    usage,
    elapsed_ms: Math.round(clock.monotonic() - startedAt),
  };
}

function resultFields(result: DispatchResult) {
  if (result.ok) return { is_error: false as const, content: result.result };
  const { refusal_reason, error_code } = result;
  return { is_error: true as const, content: result.result ?? result, refusal_reason, error_code };
}

/** Every claim as it stands in its source, one a line. */
function* citedText(outcome: ResearchOutcome): Generator<Chunk, void> {
  for (const section of outcome.sections) {
    for (const claim of section.claims) {
      yield { type: "text_delta", text: `${claim.text}\n`, citations: [claim.citation_index] };
    }
  }
}
