import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import type { Dialogue, Question } from "@plumbline/grounding";
import { modelNotConfigured } from "../completion/model-refusals.ts";
import type { AgentPorts, AgentRequest } from "./agent-request.ts";
import { AgentRun } from "./agent-run.ts";
import type { Chunk } from "./chunk.ts";

/** A run is over by then where the platform sets no deadline of its own. */
const DEFAULT_RUN_MS = 600_000;

/**
 * Starts a run: the gate first, then research where it is needed, then the model and its tools. Without a model a grounded prompt is
 * answered from the research outcome alone. Throws ServiceError `model_not_configured`, before any chunk, for one that needs no grounding.
 */
export async function startRun(
  ports: AgentPorts,
  caller: { tenantId: string },
  request: AgentRequest,
  call: CallOptions,
): Promise<AsyncGenerator<Chunk, void>> {
  const conversation = request.messages.slice(0, -1);
  const prompt = request.messages.at(-1)?.content ?? "";
  const workspaceContext = request.workspace_context;
  const { decideGrounding } = await import("@plumbline/grounding/gate");
  const decision = decideGrounding({
    prompt,
    conversation,
    ...(workspaceContext === undefined ? {} : { workspaceContext }),
  });
  if (!decision.requiresGrounding && !ports.model) throw modelNotConfigured();
  const question = decision.requiresGrounding ? await parsed({ prompt, conversation }) : undefined;
  const limitMs = call.deadlineMs ?? DEFAULT_RUN_MS;
  return new AgentRun(ports, caller, request, { decision, question, call, limitMs }).chunks();
}

async function parsed(dialogue: Dialogue): Promise<Question> {
  const { parseQuestion } = await import("@plumbline/grounding/question");
  return parseQuestion(dialogue);
}
