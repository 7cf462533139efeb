import { ServiceError } from "../errors/service-error.ts";
import type { ConversationTurn } from "../grounding/gate/conversation.ts";
import { decideGrounding } from "../grounding/gate/gate.ts";
import type { GateReason } from "../grounding/gate/rule.ts";
import { standAloneQuestion } from "../grounding/question/stand-alone-question.ts";
import type { ResearchEngine } from "../research/engine.ts";
import type { ResearchOutcome } from "../research/outcome.ts";

export interface CompletionRequest {
  prompt: string;
  conversation?: readonly ConversationTurn[] | undefined;
  /** What tells the subject from a namesake. */
  context?: string | undefined;
  requires_grounding?: true | undefined;
  workspace_context?: string | undefined;
}

/** Answer of `POST research/complete`. `completion` is written by a model from the outcome alone; with none it is null. */
export interface CompletionAnswer {
  requires_grounding: boolean;
  gate: { score: number; reasons: GateReason[] };
  outcome: ResearchOutcome | null;
  completion: null;
}

/** The refusal of a prompt that only a model could answer where there is none. */
export function modelNotConfigured(): ServiceError {
  return new ServiceError(
    "model_not_configured",
    "This prompt needs no research, so only a model could answer it, and no model is configured.",
  );
}

/** The gate first, then research; a refusal is an answer. Throws ServiceError `model_not_configured` for a prompt that needs no grounding. */
export async function completeResearch(
  engine: ResearchEngine,
  request: CompletionRequest,
  call: { deadlineMs?: number | undefined; signal?: AbortSignal | undefined },
): Promise<CompletionAnswer> {
  const { prompt, conversation = [] } = request;
  const decision = decideGrounding({
    prompt,
    conversation,
    ...(request.workspace_context === undefined ? {} : { workspaceContext: request.workspace_context }),
    ...(request.requires_grounding ? { required: true } : {}),
  });
  if (!decision.requiresGrounding) throw modelNotConfigured();
  const outcome = await engine.research({ ...standAloneQuestion(request), ...call });
  const { score, reasons } = decision;
  return {
    requires_grounding: true,
    gate: { score, reasons },
    outcome: { ...outcome, query: prompt },
    completion: null,
  };
}
