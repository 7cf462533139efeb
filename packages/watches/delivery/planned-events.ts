import type { ApprovalStatus } from "@plumbline/core/approvals/approval-record.ts";
import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { FindingContent } from "../clock/look.ts";
import type { Watch, WatchEventRecord } from "../service/watch.ts";
import type { WatchEvents } from "../service/watch-events.ts";
import type { WatchStore } from "../service/watch-store.ts";
import { claimDelivery, isDeliveryDue, markDelivered } from "./delivery.ts";
import { failUnsent } from "./unsent.ts";

export interface PlannedEventsOptions {
  store: WatchStore;
  events: WatchEvents;
  /** Returns the state of a call that waits for approval. */
  approvalStatus(tenantId: string, id: string): Promise<ApprovalStatus | undefined>;
  clock: Clock;
  logger: Logger;
}

/**
 * Turns planned events into events once they are due. Until then a planned event is in no list and has no
 * place in the watch's sequence, because it may never happen: a decided call does not expire.
 *
 *     plan ── due ── claimed (due again in 2 min) ── still true? ── appended as the watch's next event ── ended
 *                           └ a crash here, and it may be appended twice with the same ID
 */
export class PlannedEvents {
  readonly #options: PlannedEventsOptions;

  constructor(options: PlannedEventsOptions) {
    this.#options = options;
  }

  /**
   * Appends a planned event that is due and true. Returns the sequence number of the new event, which is then
   * due for delivery, or `undefined` if nothing was appended. Rethrows errors of the store, and
   * KeyServiceBusyError.
   */
  async append(watch: Watch, planned: WatchEventRecord): Promise<number | undefined> {
    const { store, clock } = this.#options;
    const { delivery } = planned;
    if (!delivery || !isDeliveryDue(delivery, clock.now())) return undefined;
    const claimed = claimDelivery(delivery, clock.now());
    if (!(await store.putDelivery({ ...planned, delivery: claimed }))) return undefined;
    const { url = "" } = watch.record.delivery ?? {};
    try {
      const appended = await this.#appendIfTrue(watch, planned);
      if (appended === "busy") return undefined;
      const attempt = { at: timestamp(clock.now()), url, status: null, error_code: null, message: null };
      await store.putDelivery({ ...planned, delivery: markDelivered(claimed, attempt) });
      return appended;
    } catch (error) {
      const failed = failUnsent(this.#options, { delivery: claimed, url }, error);
      await store.putDelivery({ ...planned, delivery: failed });
      return undefined;
    }
  }

  /** Returns `busy` if another event of the watch was appended first; it is tried again in two minutes. */
  async #appendIfTrue(watch: Watch, planned: WatchEventRecord): Promise<number | "busy" | undefined> {
    const { events, approvalStatus } = this.#options;
    const finding = await events.openPlanned(planned);
    const { tenant_id: tenantId } = watch.record;
    if (!(await isStillTrue(finding.content, (id) => approvalStatus(tenantId, id)))) return undefined;
    return (await events.commit(watch, [finding], {})) ? watch.state.next_sequence : "busy";
  }
}

/** Returns whether a notice agrees with its call's status. A decision does not change. */
export async function isStillTrue(
  content: FindingContent,
  statusOf: (approvalId: string) => Promise<ApprovalStatus | undefined>,
): Promise<boolean> {
  if (content.type === "approval.decided") return true;
  const { approval_id: id } = Object("item" in content && content.item) as { approval_id?: string };
  const status = await statusOf(String(id));
  return status === (content.type === "approval.expired" ? "expired" : "waiting");
}
