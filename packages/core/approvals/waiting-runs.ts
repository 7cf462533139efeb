import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { ServiceError } from "../errors/service-error.ts";
import { statusAt } from "./approval.ts";
import type { ApprovalAnswers, OwnCaller } from "./approval-answers.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import { type ApprovalRecord, type ApprovalStore, nextOf } from "./approval-store.ts";
import type { Approvals } from "./approvals.ts";

/** The name of the text that holds a run, under the first approval that the run waits for. */
const runText = (runId: string | undefined) => (runId === undefined ? "run" : `run-${runId}`);
/** The name of the text under each approval of a run that says where it is; without an id, the last one. */
const runAtText = (runId?: string) => (runId === undefined ? "run-at" : `run-at-${runId}`);

interface RunAt {
  approval_id: string;
  /** Left out by the last release, which kept one run of an approval, and said this of the others alone. */
  run_id?: string;
}

interface KeptText<Run> {
  approval_ids: readonly string[];
  run: Run;
}

/** A run whose calls have all been decided about. */
export interface DecidedRun<Run> {
  run: Run;
  /** The end of each call, by the id of its approval: a denied or expired one as a refusal. */
  results: ReadonlyMap<string, DispatchResult>;
  /** The approval that keeps the run. */
  keeper: ApprovalRecord;
  /** `undefined` for a run that the last release kept. */
  runId: string | undefined;
}

export interface WaitingRunsOptions {
  store: ApprovalStore;
  seals: ApprovalSeals;
  approvals: Approvals;
  answers: ApprovalAnswers;
  clock: Clock;
  random: Random;
}

/**
 * Runs of the agent that stopped because their calls wait for a person. A run is sealed and kept with
 * the approvals that it waits for, and deleted with them; it goes on once. Its form is the agent's affair.
 */
export class WaitingRuns {
  readonly #options: WaitingRunsOptions;

  constructor(options: WaitingRunsOptions) {
    this.#options = options;
  }

  /**
   * Keeps a run, or `remains` of it where the whole is too large. Several runs of a conversation may wait for
   * one approval. Writes texts only: an approval may be decided about at the same time. Throws ServiceError
   * where it cannot be kept.
   */
  async keep(
    tenantId: string,
    approvalIds: readonly string[],
    { runId, run, remains }: { runId: string; run: unknown; remains: unknown },
  ): Promise<void> {
    const { approvals, seals } = this.#options;
    const records = await Promise.all(approvalIds.map((id) => approvals.record(tenantId, id)));
    const [first] = records;
    if (!first) throw new Error("A run that waits names what it waits for.");
    const text = (kept: unknown): KeptText<unknown> => ({ approval_ids: approvalIds, run: kept });
    let ended = await seals.keep(first, runText(runId), text(run));
    if (ended === "too_large") ended = await seals.keep(first, runText(runId), text(remains));
    if (ended !== "kept") throw new ServiceError("unavailable", "The run could not be kept.");
    const at: RunAt = { approval_id: first.id, run_id: runId };
    for (const record of records)
      for (const name of [runAtText(), runAtText(runId)]) await seals.keep(record, name, at);
  }

  /**
   * Opens the run that waits for this approval; of several the one that is named, else the last. Throws
   * ServiceError `not_found` for an approval that is not this caller's, `conflict` where no run waits for it,
   * where the run was resumed already, and while one of its calls is undecided.
   */
  async open<Run>(caller: OwnCaller, approvalId: string, named?: string): Promise<DecidedRun<Run>> {
    const { seals, answers, approvals, clock } = this.#options;
    const own = await answers.own(caller, approvalId);
    const at = await seals.read<RunAt>(own, runAtText(named));
    const keeper = at ? await approvals.record(own.tenant_id, at.approval_id) : own;
    const runId = at ? at.run_id : named;
    const kept = await seals.read<KeptText<Run>>(keeper, runText(runId));
    if (!kept) throw noRun();
    if (wasResumed(keeper, runId)) throw resumedAlready();
    const records = await Promise.all(kept.approval_ids.map((id) => approvals.record(own.tenant_id, id)));
    const now = clock.now();
    const undecided = records.filter((record) => isUndecided(record, now));
    if (undecided.length > 0) throw stillWaits(undecided);
    const results = new Map<string, DispatchResult>();
    for (const record of records) results.set(record.id, await answers.resultOf(record));
    return { run: kept.run, results, keeper, runId };
  }

  /** Notes that the run goes on. Throws ServiceError `conflict` for all but the first who does. */
  async resume({ keeper, runId }: Pick<DecidedRun<unknown>, "keeper" | "runId">): Promise<void> {
    const { store, approvals, clock, random } = this.#options;
    for (let before = keeper; ; before = await approvals.record(keeper.tenant_id, keeper.id)) {
      if (wasResumed(before, runId)) throw resumedAlready();
      const { resumed_runs: runs = [] } = before;
      const resumed_runs = runId === undefined ? runs : [...runs, runId];
      const resumed = { resumed_at: timestamp(clock.now()), resumed_runs };
      if (await store.replace(nextOf(before, resumed, random), before)) return;
    }
  }
}

function wasResumed({ resumed_at, resumed_runs = [] }: ApprovalRecord, runId: string | undefined): boolean {
  return runId === undefined ? resumed_at !== null : resumed_runs.includes(runId);
}

function isUndecided(record: ApprovalRecord, now: number): boolean {
  const status = statusAt(record, now);
  return status === "waiting" || status === "carrying_out";
}

function stillWaits(records: readonly ApprovalRecord[]): ServiceError {
  const named = records.map(({ tool, id }) => `${tool} (approval ${id})`).join(", ");
  return new ServiceError(
    "conflict",
    `The run cannot go on yet: these calls are not decided about, or are being carried out: ${named}.`,
  );
}

function resumedAlready(): ServiceError {
  return new ServiceError(
    "conflict",
    "This run was resumed already, which happens once; the results of its calls stand at " +
      "GET /api/v1/approvals/{id}.",
  );
}

function noRun(): ServiceError {
  return new ServiceError(
    "conflict",
    "No run of the agent waits for this approval: its call was made outside a run, or the run has not ended yet.",
  );
}
