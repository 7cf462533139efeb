import type { CallOwner } from "@plumbline/core/access/caller.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { DEFAULT_DEADLINE_MS } from "@plumbline/core/dispatch/call.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { GateReason } from "@plumbline/grounding";
import type { ReaderReport, ResearchOutcome } from "@plumbline/grounding/outcome";
import { loadGate } from "../load-gate.ts";
import type { Model } from "../model/model.ts";
import {
  createModelFailedError,
  createNoModelError,
  logModelFailure,
  ModelError,
  type ModelErrorCode,
} from "../model/model-error.ts";
import { keepOutcomes, recallFound, recallQuestion } from "../run/earlier-research.ts";
import { readPurpose } from "../run/read-purpose.ts";
import { type LoggedResearchPorts, runLoggedResearch } from "./logged-research.ts";
import {
  type Completion,
  type CompletionRequest,
  writeGroundedCompletion,
  writeUngrounded,
} from "./write-completion.ts";

/** Response of `POST research/complete`. */
export interface CompletionAnswer {
  requires_grounding: boolean;
  gate: { score: number; reasons: GateReason[]; reader?: ReaderReport };
  /** Null if the prompt needs no research. */
  outcome: ResearchOutcome | null;
  /** Null if no model is configured, the outcome is a refusal, or the model failed. */
  completion: Completion | null;
  /** Why the model did not produce a completion. The outcome is valid without it. */
  completion_error?: { error_code: ModelErrorCode; message: string };
}

export interface CompletionPorts extends LoggedResearchPorts {
  model: Model | undefined;
  /** Ledger of the prompt's conversation. If omitted, evidence is neither reused nor stored. */
  ledger?: Ledger | undefined;
  logger: Logger;
}

/**
 * Answers a prompt: runs the gate, then research if needed, then possibly a model. A refusal is a valid
 * answer. For a prompt that needs no grounding, throws ServiceError `model_not_configured`, or an error with
 * the ModelError's code if the model fails.
 */
export async function completeResearch(
  ports: CompletionPorts,
  caller: CallOwner,
  request: CompletionRequest,
  call: CallOptions,
): Promise<CompletionAnswer> {
  const { model, clock, ledger } = ports;
  const { tenantId } = caller;
  const { prompt } = request;
  const { deadline = Deadline.in(DEFAULT_DEADLINE_MS, clock), signal } = call;
  const bounds = { deadline, signal, tenantId, span: call.span };
  const { decideGrounding } = await loadGate();
  const input = await recallQuestion({ ...readGateInput(request), now: clock.now() }, ledger);
  const byRules = decideGrounding(input);
  if (!byRules.requiresGrounding && !model) throw createNoModelError();
  const { classify } = ports.engine;
  const {
    decision,
    question,
    found: told,
    reader,
  } = await readPurpose(input, byRules, { classify, ledger, bounds });
  const { score, reasons, onGroundedAnswer, factsGuarded } = decision;
  const gate = { score, reasons, ...(reader && { reader }) };
  if (!question) {
    if (!model) throw createNoModelError();
    const found = onGroundedAnswer ? undefined : await recallFound(ledger);
    const scoped = factsGuarded === true;
    const writing = writeUngrounded(model, request, { ...bounds, engine: ports.engine, found, scoped });
    const completion = await awaitCompletion(writing, ports, call);
    if (completion instanceof ModelError) throw createModelFailedError(completion);
    return { requires_grounding: false, gate, outcome: null, completion };
  }
  const { text: query, context } = question;
  const { max_claims: maxClaims, explain } = request;
  const asked = { query, context, maxClaims, explain, deadline, signal, tenantId };
  const isPlain = maxClaims === undefined && !explain;
  const [recalled] = isPlain ? told : [];
  const found = recalled ?? (await runLoggedResearch(ports, caller, asked, call));
  const outcome = { ...found, query: prompt };
  const evidence = keepOutcomes(question, [outcome], await recallFound(ledger, [outcome]));
  if (ledger && evidence && isPlain) await ledger.storeEvidence(evidence);
  const answer = { requires_grounding: true, gate, outcome };
  if (!model || !outcome.ok) return { ...answer, completion: null };
  const writing = writeGroundedCompletion(model, request, outcome, { ...bounds, engine: ports.engine });
  const completion = await awaitCompletion(writing, ports, call);
  if (!(completion instanceof ModelError)) return { ...answer, completion };
  const { code: error_code, message } = completion;
  return { ...answer, completion: null, completion_error: { error_code, message } };
}

function readGateInput(request: CompletionRequest) {
  const { prompt, conversation = [], context, workspace_context: workspaceContext } = request;
  return {
    prompt,
    conversation,
    context,
    ...(workspaceContext === undefined ? {} : { workspaceContext }),
    ...(request.requires_grounding ? ({ required: true } as const) : {}),
  };
}

/**
 * Awaits a completion. Logs and returns a failure of the model, so that the outcome is not lost. Does not log
 * it if the caller has disconnected.
 */
async function awaitCompletion(
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
