import type { Policy } from "@plumbline/core/access/policy.ts";
import type { ApprovalNotices } from "@plumbline/core/approvals/approval-notices.ts";
import type { ApprovalRecord } from "@plumbline/core/approvals/approval-record.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { ApprovalEvent, Finding } from "../clock/look.ts";
import type { DeliveryHints } from "../delivery/delivery-hints.ts";
import type { WatchEvents } from "./watch-events.ts";
import type { WatchStore } from "./watch-store.ts";
import type { Watches } from "./watches.ts";

export interface ApprovalWatchesOptions {
  watches: Watches;
  store: WatchStore;
  events: WatchEvents;
  hints: DeliveryHints;
  policyOf(tenantId: string): Promise<Policy>;
  /** Base of the links; without it notices have none. */
  publicUrl?: string | undefined;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/** A reminder is sent after half of the time that a call waits. */
const REMINDS_AFTER_MS = 12 * 60 * 60_000;
/** A moment after it, so that the approval has expired by then. */
const AFTER_EXPIRY_MS = 1_000;
/** Other events of the watch that may be appended first, one after another. */
const MAX_TURNS = 5;

/**
 * Sends notices of waiting calls as the events of watches: one watch for each of the policy's
 * `approval_notices`, begun with its first event. So they are signed, tried again, listed and sent again like
 * what other watches find.
 */
export class ApprovalWatches implements ApprovalNotices {
  readonly #options: ApprovalWatchesOptions;

  constructor(options: ApprovalWatchesOptions) {
    this.#options = options;
  }

  recordRequest(approval: ApprovalRecord): Promise<void> {
    const untilExpiry = Date.parse(approval.expires_at) - this.#options.clock.now();
    return this.#tell(approval, this.#toFinding("approval.waiting", approval), [
      { ...this.#toFinding("approval.reminder", approval), dueInMs: REMINDS_AFTER_MS },
      { ...this.#toFinding("approval.expired", approval), dueInMs: untilExpiry + AFTER_EXPIRY_MS },
    ]);
  }

  recordDecision(approval: ApprovalRecord): Promise<void> {
    return this.#tell(approval, this.#toFinding("approval.decided", approval));
  }

  #toFinding(type: ApprovalEvent, approval: ApprovalRecord): Finding {
    const { id: approval_id, tool, status, created_at, expires_at } = approval;
    const { publicUrl } = this.#options;
    const url = publicUrl === undefined ? null : `${publicUrl}/approve/${approval_id}`;
    const title = `${tool}: ${TITLES[type]}`;
    const decision =
      type === "approval.decided" ? { decision: status === "denied" ? "deny" : "approve" } : {};
    const item = { title, url, approval_id, tool, ...decision, created_at, expires_at };
    return { identity: `${type} ${approval_id}`, content: { type, item } };
  }

  /** Appends what happened to each watch, with what may follow. */
  async #tell(
    { tenant_id: tenantId }: ApprovalRecord,
    finding: Finding,
    planned: readonly (Finding & { dueInMs: number })[] = [],
  ): Promise<void> {
    const { watches, policyOf, random, logger } = this.#options;
    try {
      const { approval_notices: notices = [] } = await policyOf(tenantId);
      for (const { to, credential_id } of notices) {
        const watchId = await watches.begin(tenantId, {
          id: random.uuid(),
          source: { type: "approvals", ...(credential_id !== undefined && { credential_id }) },
          interval: 1440,
          cursor: null,
          deliverTo: new URL(to),
          ordered: false,
        });
        await this.#append(tenantId, watchId, finding, planned);
      }
    } catch (error) {
      logger.log("error", "approval_notice_failed", { tenant_id: tenantId, ...describeUnexpected(error) });
    }
  }

  async #append(
    tenantId: string,
    watchId: string,
    finding: Finding,
    planned: readonly (Finding & { dueInMs: number })[],
  ): Promise<void> {
    const { store, events, hints } = this.#options;
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const watch = await store.get(tenantId, watchId);
      if (!watch) return;
      if (turn === 0) await events.plan(watch, planned);
      if (await events.commit(watch, [finding], {})) return hints.sendForFindings(watch, [finding]);
    }
    throw new Error("Other events kept being appended first.");
  }
}

const TITLES: Readonly<Record<ApprovalEvent, string>> = {
  "approval.waiting": "a call needs approval",
  "approval.reminder": "a call still needs approval",
  "approval.expired": "a call expired without a decision",
  "approval.decided": "a call was approved or denied",
};
