import type { Clock } from "../clock/clock.ts";
import type { Random } from "../clock/random.ts";
import { modelNotConfigured } from "../completion/complete-research.ts";
import type { CallOptions } from "../dispatch/call.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { ConversationTurn } from "../grounding/gate/conversation.ts";
import { decideGrounding, type GateDecision } from "../grounding/gate/gate.ts";
import { type StandAloneQuestion, standAloneQuestion } from "../grounding/question/stand-alone-question.ts";
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
  const question = standAloneQuestion({ prompt, conversation });
  return groundedRun(ports, caller, { prompt, decision, question }, call);
}

interface GroundedPrompt {
  prompt: string;
  decision: GateDecision;
  question: StandAloneQuestion;
}

async function* groundedRun(
  { dispatcher, clock, random }: AgentPorts,
  caller: { tenantId: string },
  { prompt, decision, question }: GroundedPrompt,
  call: CallOptions,
): AsyncGenerator<Chunk, void> {
  const startedAt = clock.monotonic();
  const gate = { score: decision.score, reasons: decision.reasons };
  yield { type: "start", run_id: random.uuid(), requires_grounding: true, gate };

  const research = { tool_use_id: random.uuid(), name: GROUNDED_RESEARCH };
  const { query, context } = question;
  const args = { query, ...(context === "" ? {} : { context }) };
  yield { type: "tool_use", ...research, arguments: dispatcher.echo(GROUNDED_RESEARCH, args) };
  const result = await dispatcher.call(caller, GROUNDED_RESEARCH, args, call);
  // Nobody listens any more.
  if (call.signal?.aborted) return;
  const outcome = outcomeOf(result, prompt);
  yield { type: "tool_result", ...research, ...resultFields(result, outcome) };

  const stopReason: StopReason = result.ok ? "end" : "refusal";
  if (!result.ok) yield { type: "text_delta", text: result.refusal_reason };
  else if (outcome !== null) yield* citedText(outcome);
  const usage = { input_tokens: 0, output_tokens: 0 };
  yield {
    type: "done",
    stop_reason: stopReason,
    usage,
    elapsed_ms: Math.round(clock.monotonic() - startedAt),
  };
}

/** The outcome of the prompt, whatever it was researched as; null when the call failed before there was one. */
function outcomeOf({ result }: DispatchResult, prompt: string): ResearchOutcome | null {
  return result === undefined ? null : { ...researchOutcomeSchema.parse(result), query: prompt };
}

function resultFields(result: DispatchResult, outcome: ResearchOutcome | null) {
  if (result.ok) return { is_error: false as const, content: outcome };
  const { refusal_reason, error_code } = result;
  return { is_error: true as const, content: outcome ?? result, refusal_reason, error_code };
}

/** Every claim as it stands in its source, one a line. */
function* citedText(outcome: ResearchOutcome): Generator<Chunk, void> {
  for (const section of outcome.sections) {
    for (const claim of section.claims) {
      yield { type: "text_delta", text: `${claim.text}\n`, citations: [claim.citation_index] };
    }
  }
}
