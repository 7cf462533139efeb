import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { ApprovalRecord } from "@plumbline/core/approvals/approval-record.ts";
import { alreadyResumedError } from "@plumbline/core/approvals/past-runs.ts";
import type { WaitEntry } from "@plumbline/core/conversations/conversation-records.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { findWait, type RunLog } from "@plumbline/core/conversations/run-log.ts";
import { approvalOf, type DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { createNoModelError } from "../model/model-error.ts";
import { type AgentPorts, chooseModel } from "./agent-request.ts";
import { AgentRun } from "./agent-run.ts";
import type { Chunk } from "./chunk.ts";
import { recallFound } from "./earlier-research.ts";
import { reportEndOfWait, writeReport } from "./end-of-wait.ts";
import { type KeptLines, loadLines, POLL_INTERVAL_MS } from "./kept-lines.ts";
import type { KeptRun } from "./kept-run.ts";
import type { StartedRun } from "./live-run.ts";
import { digestMessages, identifyMessage } from "./message-turn.ts";
import { waitOrAbort } from "./run-end.ts";
import type { RunCallOptions } from "./run-plan.ts";
import { createDeadline } from "./start-run.ts";

/** Identifies a waiting run. */
export interface WaitReference {
  /** Any of the approvals that the run waits for. */
  approvalId: string;
  /** Selects one of several runs that wait for the approval. Defaults to the last. */
  runId?: string | undefined;
}

/** Limits of a resumed run. */
export interface Resumption {
  /** Returns the tools that the model may call now, out of those that it could call before. */
  toolsOf(named: readonly string[] | undefined): readonly string[] | undefined;
  /** ID of the model that writes from here on. Defaults to the one that the run began with. */
  model?: string | undefined;
  /** Maximum number of further turns. Defaults to those remaining, and at least one. */
  maxSteps?: number | undefined;
}

/**
 * Resumes a run that stopped for approvals: reports the results of the calls that waited, then runs the
 * model. If a call is still undecided, waits for the decision. If the run's model is no longer configured,
 * the default model continues, and `start` reports it. Throws ServiceError before any chunk:
 * `conflict` if the run was already resumed or another run of the conversation is in progress,
 * `run_stopped` if it was stopped, `model_not_configured` if there is no longer a model.
 */
export async function resumeRun(
  ports: AgentPorts,
  caller: ToolCaller,
  { waiting, asked }: { waiting: WaitingRun; asked: Resumption },
  call: RunCallOptions,
): Promise<StartedRun> {
  const { run, wait, log } = waiting;
  const tools = asked.toolsOf(run.state.request.tools);
  if (!run.decision.requiresGrounding && !ports.model) throw createNoModelError();
  const goOn = () => resumeNow(ports, caller, { waiting, asked: { ...asked, tools } }, call);
  if (await isDecided(ports, wait)) return goOn();
  let resumed: StartedRun | undefined;
  const lines = await loadLines(log);
  return {
    runId: wait.run_id,
    first: lines.count + 1,
    waits: true,
    readerLeft: (texts) => resumed?.readerLeft(texts),
    chunks: resumeWhenDecided(ports, { ...waiting, lines }, call, async () => (resumed = await goOn())),
  };
}

/** Time reserved for the run. The request stops waiting when only this much is left. */
const RESERVED_MS = 60_000;

/**
 * Waits for the decisions, then resumes the run, or follows it if it is resumed or stopped elsewhere. If the
 * wait ends first, reports that the run still waits.
 */
async function* resumeWhenDecided(
  ports: AgentPorts,
  { run, wait, log, lines }: WaitingRun & { lines: KeptLines },
  call: RunCallOptions,
  goOn: () => Promise<StartedRun>,
): AsyncGenerator<Chunk, void> {
  const { clock, logger } = ports;
  const startedAt = clock.monotonic();
  const deadline = createDeadline(call, ports);
  const elapsed = () => Math.round(clock.monotonic() - startedAt);
  const read = lines.count;
  // A failing store does not end the wait.
  while ((await log.readWaitState(wait).catch(() => "waiting")) === "waiting") {
    if (await isDecided(ports, wait).catch(() => false)) {
      try {
        const resumed = await goOn();
        // Waits of other requests may have been reported meanwhile.
        await lines.readMore();
        yield* lines.listBefore(resumed.first).slice(read);
        return yield* resumed.chunks;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.status !== 409) {
          logger.log("info", "run_not_resumed", { request_id: call.requestId, error_code: error.code });
          return yield* reportEndOfWait(run, error, elapsed());
        }
      }
    }
    if (call.signal?.aborted || call.stopping?.aborted || deadline.remainingMs() < RESERVED_MS) {
      // Stored, so that later chunks get other numbers. Has no effect if other chunks were stored first.
      const report = reportEndOfWait(run, "approval", elapsed());
      await log.appendWhileWaiting(wait, writeReport(report, clock.now()), "waiting");
      break;
    }
    await waitOrAbort(clock, POLL_INTERVAL_MS, call.signal);
  }
  yield* lines.followFurther(clock, call.signal);
}

async function resumeNow(
  ports: AgentPorts,
  caller: ToolCaller,
  { waiting: { run, wait }, asked }: GoOn,
  call: RunCallOptions,
): Promise<StartedRun> {
  const results = await loadResults(ports, wait);
  const { run_id: runId, decision, state } = run;
  const { tools } = asked;
  const wanted = asked.model ?? state.request.model;
  const model = chooseModel(ports, wanted) ?? ports.model;
  const unavailableModel = model && model.id !== wanted ? wanted : undefined;
  const ledger = await ports.conversations.openForRun(caller, run.conversation_id, NO_HISTORY);
  const known = await recallFound(ledger);
  const message =
    state.message ??
    identifyMessage(state.request, await digestMessages(state.request, ledger), ledger, ports.clock.now());
  await ledger.lease.begin(runId);
  const log = ledger.runLog(runId);
  // The order matters: if the process dies in between, the run can still be resumed.
  if (!(await log.resume(wait))) {
    await ledger.lease.release(runId);
    throw createEndedWaitError(await log.readWaitState(wait));
  }
  const left = asked.maxSteps ?? Math.max(1, state.request.max_steps - state.steps);
  const request = { ...state.request, tools, max_steps: state.steps + left };
  const question = state.question ?? undefined;
  const resumed = { state, waiting: run.waiting, results };
  const deadline = createDeadline(call, ports);
  const models = { model, unavailableModel };
  const plan = { runId, ...models, ledger, message, log, decision, question, known, call, deadline, resumed };
  return new AgentRun(ports, caller, request, plan).start((await loadLines(log)).count + 1);
}

const NO_HISTORY = { assistant: [], others: false };

interface GoOn {
  waiting: WaitingRun;
  asked: Resumption & { tools: readonly string[] | undefined };
}

/** A waiting run as stored. */
export interface WaitingRun {
  run: KeptRun;
  wait: WaitEntry;
  log: RunLog;
}

/**
 * Finds the run that waits for an approval. Throws ServiceError `not_found` for another caller's approval,
 * `conflict` if no run waits for it or the run was already resumed, and `run_stopped` if it was stopped.
 */
export async function findWaitingRun(
  ports: AgentPorts,
  caller: ToolCaller,
  { approvalId, runId }: WaitReference,
): Promise<WaitingRun> {
  const approval = await ports.approvalAnswers.findOwn(caller, approvalId);
  const { conversation } = await ports.approvals.summary(approval);
  const ledger = conversation && (await ports.conversations.openAt(caller.tenantId, conversation));
  const found = ledger && (await openWait(ledger, approvalId, runId));
  return found ?? migratePastRun(ports, caller, approval);
}

/** Loads a waiting run. Throws ServiceError `conflict` if it was resumed, and `run_stopped` if stopped. */
async function openWait(ledger: Ledger, approvalId: string, runId?: string): Promise<WaitingRun | undefined> {
  const wait = findWait(ledger, approvalId, runId);
  if (!wait) return undefined;
  if (wait.standing !== "waiting") throw createEndedWaitError(wait.standing);
  const log = ledger.runLog(wait.run_id);
  const run = await log.readState<KeptRun>();
  return run && { run, wait, log };
}

/** Moves a run that the previous release stored to a conversation with the run's ID. */
async function migratePastRun(
  ports: AgentPorts,
  caller: ToolCaller,
  approval: ApprovalRecord,
): Promise<WaitingRun> {
  const past = await ports.pastRunOf(approval);
  if (!past) throw createNoRunError();
  const { state, ...run } = past.run as Omit<KeptRun, "state"> & { state: KeptRun["state"] | null };
  const others = state?.trace.read_outside === true;
  const ledger = await ports.conversations.openForRun(caller, run.run_id, { assistant: [], others });
  const known = await openWait(ledger, approval.id);
  if (!known) {
    // The run was too large for that release, or the conversation to which it was moved has ended.
    if ((run.form as number) !== 1 || !state) throw createNotResumableError();
    const log = ledger.runLog(run.run_id);
    await ledger.entries.prepare();
    await log.begin();
    await log.wait(past.approval_ids, { ...run, state, conversation_id: run.run_id });
    await ledger.entries.extendBeyond(approval.expires_at);
  }
  // From now on only the conversation has the run, so that it resumes at most once even after the
  // conversation has ended.
  await past.replace({ ...run, state: null });
  return known ?? (await openWait(await ledger.read(), approval.id)) ?? Promise.reject(createNoRunError());
}

/** Returns the result of each call by approval ID. Denied or expired calls become refusals. */
async function loadResults(
  { approvals, approvalAnswers }: AgentPorts,
  { tenant_id, approval_ids }: WaitEntry,
): Promise<ReadonlyMap<string, DispatchResult>> {
  const records = await Promise.all(approval_ids.map((id) => approvals.record(tenant_id, id)));
  const results = new Map<string, DispatchResult>();
  for (const record of records) results.set(record.id, await approvalAnswers.resultOf(record));
  return results;
}

/**
 * Returns whether all calls are decided or expired and none is being carried out. A call that a person
 * changed is decided once the changed call is.
 */
async function isDecided(ports: AgentPorts, wait: WaitEntry): Promise<boolean> {
  const results = await loadResults(ports, wait);
  return [...results.values()].every((result) => approvalOf(result) === undefined);
}

function createEndedWaitError(standing: WaitEntry["standing"] | undefined): ServiceError {
  if (standing !== "stopped") return alreadyResumedError();
  return new ServiceError(
    "run_stopped",
    "This run was stopped while it waited and cannot be resumed. Send your message again to start another run.",
  );
}

function createNoRunError(): ServiceError {
  return new ServiceError(
    "conflict",
    "No agent run is waiting for this approval: its call was made outside a run, the run has not ended yet, or its conversation has been erased.",
  );
}

function createNotResumableError(): ServiceError {
  return new ServiceError(
    "conflict",
    "This run was stored by an earlier version and cannot be resumed. The results of its calls are at GET /api/v1/approvals/{id}.",
  );
}
