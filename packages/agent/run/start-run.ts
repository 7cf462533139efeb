import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { DecidedRun } from "@plumbline/core/approvals/waiting-runs.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Dialogue, Question } from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { modelNotConfigured } from "../model/model-error.ts";
import type { AgentPorts, AgentRequest } from "./agent-request.ts";
import { AgentRun, type RunCallOptions } from "./agent-run.ts";
import type { Chunk } from "./chunk.ts";
import { recallResearch } from "./earlier-research.ts";
import type { KeptRun } from "./kept-run.ts";
import type { StartedRun } from "./live-run.ts";
import type { ResearchState } from "./research-of-run.ts";
import { resultChunk } from "./tool-results.ts";

const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));
const loadQuestion = loadOnce(() => import("@plumbline/grounding/question"));

/** A run is over by then where the platform sets no deadline of its own. */
const DEFAULT_RUN_MS = 600_000;

/**
 * Starts a run: the gate first, then research where it is needed, then the model and its tools. Without a
 * model a grounded prompt is answered from the research outcome alone. Throws ServiceError
 * `model_not_configured`, before any chunk, for one that needs no grounding.
 */
export async function startRun(
  ports: AgentPorts,
  caller: ToolCaller,
  request: AgentRequest,
  call: RunCallOptions,
  runId = ports.random.uuid(),
): Promise<StartedRun> {
  const conversation = request.messages.slice(0, -1);
  const prompt = request.messages.at(-1)?.content ?? "";
  const workspaceContext = request.workspace_context;
  const { decideGrounding } = await loadGate();
  const decision = decideGrounding({
    prompt,
    conversation,
    ...(workspaceContext === undefined ? {} : { workspaceContext }),
  });
  if (!decision.requiresGrounding && !ports.model) throw modelNotConfigured();
  const question = decision.requiresGrounding ? await parsed({ prompt, conversation }) : undefined;
  const ledger = await ports.conversations.openForRun(caller, request.conversation_id, broughtAlong(request));
  const found = question ? await recallResearch(ledger, prompt, question) : [];
  await ledger.beginRun(runId, prompt);
  const recalled = found.length > 0 ? asEntered(found, ports) : undefined;
  const log = ledger.runLog(runId);
  await log.begin();
  const deadline = deadlineOf(call, ports);
  const plan = { runId, ledger, log, decision, question, recalled, call, deadline };
  return new AgentRun(ports, caller, request, plan).start(1);
}

function asEntered(outcomes: readonly ResearchOutcome[], { random }: AgentPorts): ResearchState {
  const entered = outcomes.map((outcome) => ({ toolUseId: random.uuid(), outcome }));
  const unanswered = entered.map(({ toolUseId }) => toolUseId);
  return { grounded: true, entered, unanswered, given: entered.length };
}

function broughtAlong({ messages, workspace_context: context = "", outside_text = [] }: AgentRequest) {
  const assistant = messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
  return { assistant, others: [context, ...outside_text].some((text) => text.trim() !== "") };
}

async function parsed(dialogue: Dialogue): Promise<Question> {
  const { parseQuestion } = await loadQuestion();
  return parseQuestion(dialogue);
}

function deadlineOf(call: RunCallOptions, { clock }: AgentPorts): Deadline {
  return call.deadline ?? Deadline.in(DEFAULT_RUN_MS, clock);
}

/** A run that goes on, and how. */
export interface Resumption {
  decided: DecidedRun<KeptRun>;
  /** Names of the tools that the model may call by now. */
  tools: readonly string[] | undefined;
  /** Turns of the model from here on; left out, those that it had left, and one at least. */
  maxSteps?: number | undefined;
}

/**
 * Goes on with a run where it stopped for approvals: the results of the calls that waited first, then the
 * model. Throws ServiceError, before any chunk, `conflict` for a run that was resumed already or cannot be
 * read any more, `model_not_configured` where the model is gone.
 */
export async function resumeRun(
  ports: AgentPorts,
  caller: ToolCaller,
  { decided, tools, maxSteps }: Resumption,
  call: RunCallOptions,
): Promise<StartedRun> {
  const { run, results } = decided;
  // Its form is that of the service that kept it, which may have been an older one.
  if ((run.form as number) !== 1)
    throw new ServiceError("conflict", "An earlier version kept this run, and it cannot go on; ask again.");
  const { run_id: runId, decision } = run;
  if (run.state && !decision.requiresGrounding && !ports.model) throw modelNotConfigured();
  // A run that was kept before there were conversations goes on in one that begins.
  const ledger = await ports.conversations.openForRun(caller, run.conversation_id, NOTHING_BROUGHT);
  await ports.waitingRuns.resume(decided);
  const log = ledger.runLog(runId);
  const told = await linesKept(log);
  if (!run.state)
    return {
      runId,
      first: told + 1,
      chunks: tellResultsAlone(decided, ledger.id),
      readerLeft: () => undefined,
    };
  await ledger.beginRun(run.run_id);
  const { state, waiting } = run;
  const left = maxSteps ?? Math.max(1, state.request.max_steps - state.steps);
  const request = { ...state.request, tools, max_steps: state.steps + left };
  const question = state.question ?? undefined;
  const resumed = { state, waiting, results };
  const deadline = deadlineOf(call, ports);
  const plan = { runId, ledger, log, decision, question, call, deadline, resumed };
  return new AgentRun(ports, caller, request, plan).start(told + 1);
}

/** Counts what the run has told before it waited; what it tells from here on is kept behind that. */
async function linesKept(log: RunLog): Promise<number> {
  const { text } = await log.readOn();
  return text.split("\n").length - 1;
}

const NOTHING_BROUGHT = { assistant: [], others: false };

const TOO_LARGE =
  "This run was too large to be kept until its calls were decided about, so it does not go on. " +
  "How they ended is shown above; ask again for the rest.";

/** The end of a run of which nothing was kept but the calls that waited. */
async function* tellResultsAlone(
  { run, results }: DecidedRun<KeptRun>,
  conversation_id: string,
): AsyncGenerator<Chunk, void> {
  const { score, reasons, requiresGrounding: requires_grounding } = run.decision;
  const gate = { score, reasons };
  yield { type: "start", run_id: run.run_id, conversation_id, requires_grounding, gate };
  for (const { tool_use_id, name, approval_id, arguments: args } of run.waiting) {
    const result = results.get(approval_id);
    if (!result) continue;
    yield { type: "tool_use", tool_use_id, name, arguments: args };
    yield resultChunk({ tool_use_id, name }, result, null);
  }
  yield { type: "text_delta", text: TOO_LARGE };
  const usage = { input_tokens: 0, output_tokens: 0 };
  yield { type: "done", stop_reason: "end", usage, elapsed_ms: 0 };
}
