import { limitCredentials, type ToolCaller } from "@plumbline/core/access/caller.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { loadGate } from "../load-gate.ts";
import { createNoModelError } from "../model/model-error.ts";
import {
  type AgentPorts,
  type AgentRequest,
  chooseModel,
  chooseOfferedTools,
  listUserTexts,
  readConnections,
  splitDialogue,
} from "./agent-request.ts";
import { AgentRun } from "./agent-run.ts";
import { recallFound, recallQuestion } from "./earlier-research.ts";
import type { StartedRun } from "./live-run.ts";
import { digestMessages, identifyMessage } from "./message-turn.ts";
import { readPurpose } from "./read-purpose.ts";
import type { ResearchState } from "./research-of-run.ts";
import type { RunCallOptions, RunPlan } from "./run-plan.ts";

/** Time limit of a run if the platform sets none. */
const DEFAULT_RUN_MS = 600_000;

/**
 * Starts a run: first the gate, then research if needed, then the model with its tools. Without a model, a
 * grounded prompt is answered from the research outcome alone, and any other prompt throws ServiceError
 * `model_not_configured` before any chunk.
 */
export async function startRun(
  ports: AgentPorts,
  caller: ToolCaller,
  request: AgentRequest,
  call: RunCallOptions,
  runId = ports.random.uuid(),
): Promise<StartedRun> {
  const dialogue = splitDialogue(request);
  const model = chooseModel(ports, request.model);
  const workspaceContext = request.workspace_context;
  const { decideGrounding } = await loadGate();
  const sent = {
    ...dialogue,
    now: ports.clock.now(),
    ...(workspaceContext === undefined ? {} : { workspaceContext }),
  };
  const isAlone = request.conversation_id !== undefined && dialogue.conversation.length === 0;
  if (!model && !isAlone && !decideGrounding(sent).requiresGrounding) throw createNoModelError();
  const brought = readHistory(request);
  // What a request brings along is noted at once.
  if (brought.others || brought.assistant.length > 0) await call.admitted;
  const ledger = await ports.conversations.openForRun(caller, request.conversation_id, brought);
  const input = await recallQuestion(sent, ledger);
  const byRules = decideGrounding(input);
  if (!byRules.requiresGrounding && !model) throw createNoModelError();
  const deadline = createDeadline(call, ports);
  const bounds = { deadline, signal: call.signal, tenantId: caller.tenantId };
  const classify = ports.research?.classify;
  const classifyAdmitted: typeof classify =
    classify &&
    (async (...asked) => {
      await call.admitted;
      return classify(...asked);
    });
  const { found, ...read } = await readPurpose(input, byRules, {
    classify: classifyAdmitted,
    ledger,
    bounds,
  });
  const known = await recallFound(ledger, found);
  const connections = read.question ? undefined : offeredConnections(ports, caller, request);
  const digest = await beginAdmitted(ledger, runId, request, call);
  const recalled = found.length > 0 ? toResearchState(found, ports) : undefined;
  const log = ledger.runLog(runId);
  const message = identifyMessage(request, digest, ledger, ports.clock.now());
  const begun = {
    conversationId: ledger.id,
    runId,
    messageKey: message.key,
    said: listUserTexts(request),
    model: model?.id,
  };
  const chatBegun = ports.conversations.chats.runs.begin(caller, ledger.conversation, begun);
  const state = { ledger, message, log, recalled, known, connections, chatBegun };
  const plan = { runId, model, ...state, ...read, call, deadline };
  return new AgentRun(ports, caller, request, plan).start(1);
}

/** Begins to read the connections, which the model needs to know. */
function offeredConnections(
  ports: AgentPorts,
  caller: ToolCaller,
  { tools, credential_ids }: AgentRequest,
): RunPlan["connections"] {
  const limited = limitCredentials(caller, credential_ids);
  const read =
    ports.model &&
    chooseOfferedTools(ports.registry, caller, tools).then((offered) =>
      readConnections(ports, limited, offered),
    );
  // The run may fail before it awaits them.
  read?.catch(() => undefined);
  return read;
}

/**
 * Begins a run while its tenant's limits are checked, and undoes that if they refuse it. Returns the digest
 * of the user's messages.
 */
async function beginAdmitted(
  ledger: Ledger,
  runId: string,
  request: AgentRequest,
  { admitted }: RunCallOptions,
): Promise<string> {
  // A tenant known to be at its limit begins nothing, and a run that would have to wait is not refused late.
  await (ledger.head?.run ? admitted : Promise.race([admitted, undefined]));
  const begun = ledger.lease.begin(runId, splitDialogue(request).prompt);
  const needed = Promise.all([digestMessages(request, ledger), admitted]);
  const [lease, found] = await Promise.allSettled([begun, needed]);
  if (found.status === "rejected" && lease.status === "fulfilled") await ledger.abandon(runId);
  if (found.status === "rejected") throw found.reason;
  if (lease.status === "rejected") throw lease.reason;
  return found.value[0];
}

function toResearchState(outcomes: readonly ResearchOutcome[], { random }: AgentPorts): ResearchState {
  const entered = outcomes.map((outcome) => ({ toolUseId: random.uuid(), outcome }));
  const unanswered = entered.map(({ toolUseId }) => toolUseId);
  return { grounded: true, entered, unanswered, given: entered.length };
}

function readHistory({ messages, workspace_context: context = "", outside_text = [] }: AgentRequest) {
  const assistant = messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
  return { assistant, others: [context, ...outside_text].some((text) => text.trim() !== "") };
}

/** Returns the deadline of a run that starts now. */
export function createDeadline(call: RunCallOptions, { clock }: AgentPorts): Deadline {
  return call.deadline ?? Deadline.in(DEFAULT_RUN_MS, clock);
}
