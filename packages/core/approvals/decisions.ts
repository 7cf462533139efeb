import type { AuditTrail } from "../access/audit/audit.ts";
import type { Actor } from "../access/audit/audit-entry.ts";
import { type Clock, type Random, timestamp } from "../clock/clock.ts";
import type { DispatchFailure } from "../dispatch/dispatch-result.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";
import type { ApprovalNotices } from "./approval-notices.ts";
import { type ApprovalRecord, changeApproval } from "./approval-record.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import type { Decider } from "./who-decides.ts";

export interface DecisionsOptions {
  records: VersionedRecords;
  seals: ApprovalSeals;
  /** If omitted, nobody is notified of waiting calls. */
  notices?: ApprovalNotices | undefined;
  audit: AuditTrail;
  metrics: Metrics;
  clock: Clock;
  random: Random;
}

type By = Actor & Pick<Decider, "inClient">;

/** Stores decisions about waiting calls, and reports them. */
export class Decisions {
  readonly #options: DecisionsOptions;

  constructor(options: DecisionsOptions) {
    this.#options = options;
  }

  /**
   * Stores that a call is approved. `until` is when it will have been carried out, in milliseconds since the
   * epoch. Returns `undefined` if another decision came first.
   */
  approve(record: ApprovalRecord, by: By, until: number): Promise<ApprovalRecord | undefined> {
    return this.#store(record, by, { status: "carrying_out", carrying_until: timestamp(until) });
  }

  /**
   * Stores that a call is denied, with a result for its caller if there is a reason. Its `changed_to` is the
   * call that waits instead. Returns `undefined` if another decision came first.
   */
  async deny(record: ApprovalRecord, by: By, result?: DispatchFailure): Promise<ApprovalRecord | undefined> {
    // The name is unique, because another denial may come first.
    const result_text = result ? `denial-${this.#options.random.uuid()}` : null;
    if (result_text !== null) await this.#options.seals.keep(record, result_text, result);
    return this.#store(record, by, { status: "denied", carrying_until: null, result_text });
  }

  async #store(
    record: ApprovalRecord,
    by: By,
    changes: Pick<ApprovalRecord, "status" | "carrying_until"> & Partial<ApprovalRecord>,
  ): Promise<ApprovalRecord | undefined> {
    const { records, clock, random, metrics, audit, notices } = this.#options;
    const who = { decided_by: by.keyId ?? null, decided_at: timestamp(clock.now()) };
    const decided = await changeApproval(records, record, { ...who, ...changes }, random);
    if (!decided) return undefined;
    const { tenant_id: tenantId, id: subject, tool } = decided;
    const outcome = decided.status === "denied" ? "denied" : "approved";
    metrics.add("plumbline_approvals_decided_total", { outcome, tenant_id: tenantId });
    metrics.observe("plumbline_approval_wait_seconds", { outcome }, secondsWaited(decided));
    const details = { tool, ...(by.inClient && { in_client: true }) };
    await audit.record({ tenantId, action: `approval.${outcome}`, subject, by, details });
    await notices?.recordDecision(decided);
    return decided;
  }
}

function secondsWaited({ created_at, decided_at }: ApprovalRecord): number {
  return Math.max(0, Date.parse(decided_at ?? created_at) - Date.parse(created_at)) / 1000;
}
