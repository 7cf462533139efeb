import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import { statusAt } from "@plumbline/core/approvals/approval.ts";
import type { ApprovalRecord } from "@plumbline/core/approvals/approval-store.ts";
import { resumedAlready } from "@plumbline/core/approvals/past-runs.ts";
import type { WaitEntry } from "@plumbline/core/conversations/conversation-records.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { findWait, type RunLog } from "@plumbline/core/conversations/run-log.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { modelNotConfigured } from "../model/model-error.ts";
import type { AgentPorts } from "./agent-request.ts";
import { AgentRun, type RunCallOptions } from "./agent-run.ts";
import type { KeptRun } from "./kept-run.ts";
import type { StartedRun } from "./live-run.ts";
import { deadlineOf } from "./start-run.ts";

/** A run that is to go on, and how. */
export interface Resumption {
  /** Any of the approvals that it waits for. */
  approvalId: string;
  /** Of several that wait for it; the last one when left out. */
  runId?: string | undefined;
  /** Names of the tools that the model may call by now, of those that it might call then. */
  toolsOf(named: readonly string[] | undefined): readonly string[] | undefined;
  /** Turns of the model from here on; left out, those that it had left, and one at least. */
  maxSteps?: number | undefined;
}

/**
 * Goes on with a run where it stopped for approvals: the results of the calls that waited first, then the
 * model. Throws ServiceError, before any chunk: `not_found` for an approval that is not this caller's,
 * `conflict` where no run waits for it, where the run was resumed already, while a call of it is undecided
 * and while another run of the conversation is under way, `model_not_configured` where the model is gone.
 */
export async function resumeRun(
  ports: AgentPorts,
  caller: ToolCaller,
  asked: Resumption,
  call: RunCallOptions,
): Promise<StartedRun> {
  const waiting = await findWaitingRun(ports, caller, asked);
  const { run, wait } = waiting;
  const tools = asked.toolsOf(run.state.request.tools);
  if (!run.decision.requiresGrounding && !ports.model) throw modelNotConfigured();
  const results = await resultsOf(ports, caller.tenantId, wait.approval_ids);
  const { run_id: runId, decision, state } = run;
  const ledger = await ports.conversations.openForRun(caller, run.conversation_id, NOTHING_BROUGHT);
  await ledger.beginRun(runId);
  const log = ledger.runLog(runId);
  // In this order: a process that dies in between leaves a run that can still be resumed.
  if (!(await log.resume(wait))) {
    await ledger.leaveRun(runId);
    throw resumedAlready();
  }
  const left = asked.maxSteps ?? Math.max(1, state.request.max_steps - state.steps);
  const request = { ...state.request, tools, max_steps: state.steps + left };
  const question = state.question ?? undefined;
  const resumed = { state, waiting: run.waiting, results };
  const deadline = deadlineOf(call, ports);
  const plan = { runId, ledger, log, decision, question, call, deadline, resumed };
  return new AgentRun(ports, caller, request, plan).start((await linesKept(log)) + 1);
}

const NOTHING_BROUGHT = { assistant: [], others: false };

interface WaitingRun {
  run: KeptRun;
  wait: WaitEntry;
}

async function findWaitingRun(
  ports: AgentPorts,
  caller: ToolCaller,
  { approvalId, runId }: Resumption,
): Promise<WaitingRun> {
  const approval = await ports.approvalAnswers.own(caller, approvalId);
  const { conversation } = await ports.approvals.summary(approval);
  const ledger = conversation && (await ports.conversations.at(caller.tenantId, conversation));
  const found = ledger && (await openWait(ledger, approvalId, runId));
  return found ?? takePastRun(ports, caller, approval);
}

/** Throws ServiceError `conflict` for a run that was resumed already. */
async function openWait(ledger: Ledger, approvalId: string, runId?: string): Promise<WaitingRun | undefined> {
  const wait = findWait(ledger, approvalId, runId);
  if (!wait) return undefined;
  if (wait.standing === "resumed") throw resumedAlready();
  const run = await ledger.runLog(wait.run_id).readState<KeptRun>();
  return run && { run, wait };
}

/** Takes a run that the last release kept into a conversation, which has the run's id. */
async function takePastRun(
  ports: AgentPorts,
  caller: ToolCaller,
  approval: ApprovalRecord,
): Promise<WaitingRun> {
  const past = await ports.pastRunOf(approval);
  if (!past) throw noRun();
  const { state, ...run } = past.run as Omit<KeptRun, "state"> & { state: KeptRun["state"] | null };
  const others = state?.trace.read_outside === true;
  const ledger = await ports.conversations.openForRun(caller, run.run_id, { assistant: [], others });
  const known = await openWait(ledger, approval.id);
  if (!known) {
    // It was too large for that release, or the conversation that took it is over.
    if ((run.form as number) !== 1 || !state) throw cannotGoOn();
    const log = ledger.runLog(run.run_id);
    await ledger.entries.prepare();
    await log.begin();
    await log.wait(past.approval_ids, { ...run, state, conversation_id: run.run_id });
    await ledger.entries.outlast(approval.expires_at);
  }
  // From here on the conversation alone has it: it goes on once, also when that is over.
  await past.replace({ ...run, state: null });
  return known ?? (await openWait(await ledger.read(), approval.id)) ?? Promise.reject(noRun());
}

/** The end of each call by the id of its approval: a denied or expired one as a refusal. */
async function resultsOf(
  { approvals, approvalAnswers, clock }: AgentPorts,
  tenantId: string,
  approvalIds: readonly string[],
): Promise<ReadonlyMap<string, DispatchResult>> {
  const records = await Promise.all(approvalIds.map((id) => approvals.record(tenantId, id)));
  const undecided = records.filter((record) => isUndecided(record, clock.now()));
  if (undecided.length > 0) throw stillWaits(undecided);
  const results = new Map<string, DispatchResult>();
  for (const record of records) results.set(record.id, await approvalAnswers.resultOf(record));
  return results;
}

function isUndecided(record: ApprovalRecord, now: number): boolean {
  const status = statusAt(record, now);
  return status === "waiting" || status === "carrying_out";
}

/** Counts what the run has told before it waited; what it tells from here on is kept behind that. */
async function linesKept(log: RunLog): Promise<number> {
  const { text } = await log.readOn();
  return text.split("\n").length - 1;
}

function stillWaits(records: readonly ApprovalRecord[]): ServiceError {
  const named = records.map(({ tool, id }) => `${tool} (approval ${id})`).join(", ");
  return new ServiceError(
    "conflict",
    `The run cannot go on yet: these calls are not decided about, or are being carried out: ${named}.`,
  );
}

function noRun(): ServiceError {
  return new ServiceError(
    "conflict",
    "No run of the agent waits for this approval: its call was made outside a run, the run has not ended yet, or its conversation is over.",
  );
}

function cannotGoOn(): ServiceError {
  return new ServiceError(
    "conflict",
    "An earlier version kept this run, and it cannot go on; the results of its calls stand at GET /api/v1/approvals/{id}.",
  );
}
