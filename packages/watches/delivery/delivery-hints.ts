import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { Finding } from "../clock/look.ts";
import type { Watch, WatchRecord } from "../service/watch.ts";
import { type DeliveryQueue, splitBatches } from "./delivery-queue.ts";

/**
 * Tells the queue immediately about due deliveries, so that they do not wait for the next minute. A lost hint
 * costs only that minute.
 */
export class DeliveryHints {
  readonly #queue: DeliveryQueue;
  readonly #logger: Logger;

  constructor(queue: DeliveryQueue, logger: Logger) {
    this.#queue = queue;
    this.#logger = logger;
  }

  /** Sends a hint about findings that were just appended. Takes the watch as it was before that. */
  async sendForFindings({ record, state }: Watch, findings: readonly Finding[]): Promise<void> {
    if (!record.delivery) return;
    await this.tell(
      record,
      findings.map((_, index) => state.next_sequence + index),
    );
  }

  async tell({ tenant_id: tenantId, id: watchId }: WatchRecord, sequences: readonly number[]): Promise<void> {
    if (sequences.length === 0) return;
    try {
      await this.#queue.send([...splitBatches({ tenantId, watchId }, sequences)]);
    } catch (error) {
      this.#logger.log("warn", "delivery_hint_failed", describeUnexpected(error));
    }
  }
}
