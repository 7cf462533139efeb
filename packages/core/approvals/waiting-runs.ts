import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { ServiceError } from "../errors/service-error.ts";
import { statusAt } from "./approval.ts";
import type { ApprovalAnswers, OwnCaller } from "./approval-answers.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import { type ApprovalRecord, type ApprovalStore, nextOf } from "./approval-store.ts";
import type { Approvals } from "./approvals.ts";

/** The name of the text that holds a run, under the first approval that the run waits for. */
const RUN_TEXT = "run";
/** The name of the text that says, under each of the others, where the run is. */
const RUN_AT_TEXT = "run-at";

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
   * Keeps a run, or `remains` of it where the whole is too large. Writes texts only: an approval may be
   * decided about at the same time. Throws ServiceError where it cannot be kept.
   */
  async keep(
    tenantId: string,
    approvalIds: readonly string[],
    { run, remains }: { run: unknown; remains: unknown },
  ): Promise<void> {
    const { approvals, seals } = this.#options;
    const [first, ...others] = await Promise.all(approvalIds.map((id) => approvals.record(tenantId, id)));
    if (!first) throw new Error("A run that waits names what it waits for.");
    const text = (kept: unknown): KeptText<unknown> => ({ approval_ids: approvalIds, run: kept });
    let ended = await seals.keep(first, RUN_TEXT, text(run));
    if (ended === "too_large") ended = await seals.keep(first, RUN_TEXT, text(remains));
    if (ended !== "kept") throw new ServiceError("unavailable", "The run could not be kept.");
    for (const other of others) await seals.keep(other, RUN_AT_TEXT, { approval_id: first.id });
  }

  /**
   * Opens the run that waits for this approval. Throws ServiceError `not_found` for an approval that is not
   * this caller's, `conflict` where no run waits for it, where the run was resumed already, and while one of
   * its calls is undecided.
   */
  async open<Run>(caller: OwnCaller, approvalId: string): Promise<DecidedRun<Run>> {
    const { seals, answers, approvals, clock } = this.#options;
    const named = await answers.own(caller, approvalId);
    const at = await seals.read<{ approval_id: string }>(named, RUN_AT_TEXT);
    const keeper = at ? await approvals.record(named.tenant_id, at.approval_id) : named;
    const kept = await seals.read<KeptText<Run>>(keeper, RUN_TEXT);
    if (!kept) throw noRun();
    if (keeper.resumed_at !== null) throw resumedAlready();
    const records = await Promise.all(kept.approval_ids.map((id) => approvals.record(named.tenant_id, id)));
    const now = clock.now();
    const undecided = records.filter((record) => isUndecided(record, now));
    if (undecided.length > 0) throw stillWaits(undecided);
    const results = new Map<string, DispatchResult>();
    for (const record of records) results.set(record.id, await answers.resultOf(record));
    return { run: kept.run, results, keeper };
  }

  /** Notes that the run goes on. Throws ServiceError `conflict` for all but the first who does. */
  async resume({ keeper }: Pick<DecidedRun<unknown>, "keeper">): Promise<void> {
    const { store, clock, random } = this.#options;
    const resumed = nextOf(keeper, { resumed_at: timestamp(clock.now()) }, random);
    if (!(await store.replace(resumed, keeper))) throw resumedAlready();
  }
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
