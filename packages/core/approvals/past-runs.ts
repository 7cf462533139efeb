import { ServiceError } from "../errors/service-error.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import type { Approvals } from "./approvals.ts";

/** A run that the previous release stored with the first approval for which it waited. */
export interface PastRun {
  approval_ids: readonly string[];
  /** Only the agent knows its format. */
  run: unknown;
  /** Replaces the stored run. */
  replace(run: unknown): Promise<unknown>;
}

/**
 * Opens the run that the previous release stored for this approval, or for another one of the same run. A
 * week after the upgrade, no such approval remains. Throws ServiceError `conflict` for a run that the
 * previous release has resumed.
 */
export async function openPastRun(
  seals: ApprovalSeals,
  approvals: Pick<Approvals, "record">,
  record: ApprovalRecord,
): Promise<PastRun | undefined> {
  const pointer = await seals.read<{ approval_id: string }>(record, "run-at");
  const holder = pointer ? await approvals.record(record.tenant_id, pointer.approval_id) : record;
  const kept = await seals.read<Omit<PastRun, "replace">>(holder, "run");
  if (!kept) return undefined;
  if (typeof holder.resumed_at === "string") throw alreadyResumedError();
  return { ...kept, replace: (run) => seals.keep(holder, "run", { ...kept, run }) };
}

export function alreadyResumedError(): ServiceError {
  return new ServiceError(
    "conflict",
    "This run has already been resumed, which is possible only once. The results of its calls are at " +
      "GET /api/v1/approvals/{id}.",
  );
}
