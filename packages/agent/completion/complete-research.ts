import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import { DEFAULT_DEADLINE_MS } from "@plumbline/core/dispatch/dispatcher.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { GateReason, ResearchEngine } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { Model } from "../model/model.ts";
import { ModelError, type ModelErrorCode } from "../model/model-error.ts";
import type { CompletionRequest } from "./completion-request.ts";
import { logModelFailure } from "./model-failure-log.ts";
import { modelFailed, modelNotConfigured } from "./model-refusals.ts";
import { type Completion, groundedCompletion, plainCompletion } from "./written-completion.ts";

/** Answer of `POST research/complete`. */
export interface CompletionAnswer {
  requires_grounding: boolean;
  gate: { score: number; reasons: GateReason[] };
  /** Null for a prompt that needs no research. */
  outcome: ResearchOutcome | null;
  /** Null when no model is configured, the outcome is a refusal, or the model failed. */
  completion: Completion | null;
  /** Why there is no completion though there is a model: the outcome stands without it. */
  completion_error?: { error_code: ModelErrorCode; message: string };
}

export interface CompletionPorts {
  engine: ResearchEngine;
  model: Model | undefined;
  clock: Clock;
  logger: Logger;
}

/**
 * The gate first, then research, then perhaps a model; a refusal is an answer. Throws ServiceError for a prompt that needs no grounding:
 * `model_not_configured`, or the ModelError's own code when the model fails.
 */
export async function completeResearch(
  ports: CompletionPorts,
  { tenantId }: { tenantId: string },
  request: CompletionRequest,
  call: CallOptions,
): Promise<CompletionAnswer> {
  const { engine, model, clock } = ports;
  const { prompt, conversation = [], workspace_context: workspaceContext } = request;
  const { deadlineMs = DEFAULT_DEADLINE_MS, signal } = call;
  const bounds = { deadline: clock.monotonic() + deadlineMs, signal, tenantId };
  const { decideGrounding } = await import("@plumbline/grounding/gate");
  const { requiresGrounding, score, reasons } = decideGrounding({
    prompt,
    conversation,
    ...(workspaceContext === undefined ? {} : { workspaceContext }),
    ...(request.requires_grounding ? { required: true } : {}),
  });
  const gate = { score, reasons };
  if (!requiresGrounding) {
    if (!model) throw modelNotConfigured();
    const completion = await written(plainCompletion(model, request, bounds), ports, call);
    if (completion instanceof ModelError) throw modelFailed(completion);
    return { requires_grounding: false, gate, outcome: null, completion };
  }
  const { parseQuestion } = await import("@plumbline/grounding/question");
  const { text: query, context } = parseQuestion(request);
  const { max_claims: maxClaims, explain } = request;
  const found = await engine.research({ query, context, maxClaims, explain, deadlineMs, signal });
  const outcome = { ...found, query: prompt };
  const answer = { requires_grounding: true, gate, outcome };
  if (!model || !outcome.ok) return { ...answer, completion: null };
  const completion = await written(groundedCompletion(model, request, outcome, bounds), ports, call);
  if (!(completion instanceof ModelError)) return { ...answer, completion };
  const { code: error_code, message } = completion;
  return { ...answer, completion: null, completion_error: { error_code, message } };
}

/** A model that fails is logged, and takes nothing from what was found; where the caller has left, nothing failed. */
async function written(
  writing: Promise<Completion>,
  { logger }: CompletionPorts,
  { signal, requestId }: CallOptions,
): Promise<Completion | ModelError> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof ModelError) || signal?.aborted) throw error;
    logModelFailure(logger, error, requestId);
    return error;
  }
}
