import { type DeliveryBatch, inBatches } from "@plumbline/watches/delivery/delivery-queue.ts";

/** Watches that are delivered for side by side, of all tenants and of one. */
const WATCHES_AT_ONCE = 128;
const WATCHES_OF_A_TENANT = 16;
/** Deliveries that wait for their turn. What is over it stays due in the store. */
const MOST_WAITING = 20_000;

interface TenantShare {
  /** Sequences by watch. */
  waiting: Map<string, Set<number>>;
  underWay: Set<string>;
}

/**
 * Deliveries that wait for their turn, and the watches that are delivered for now. Tenants take turns, and
 * none has more than its share under way, so that one with slow receivers never stops another's.
 */
export class DeliveryShares {
  /** In the order of their turns. */
  readonly #tenants = new Map<string, TenantShare>();
  #waiting = 0;
  #underWay = 0;

  add({ tenantId, watchId, sequences }: DeliveryBatch): void {
    const share = this.#tenants.get(tenantId) ?? { waiting: new Map(), underWay: new Set() };
    const ofWatch = share.waiting.get(watchId) ?? new Set();
    for (const sequence of sequences) {
      if (ofWatch.has(sequence) || this.#waiting >= MOST_WAITING) continue;
      ofWatch.add(sequence);
      this.#waiting += 1;
    }
    if (ofWatch.size === 0) return;
    share.waiting.set(watchId, ofWatch);
    this.#tenants.set(tenantId, share);
  }

  /**
   * Takes the batches of the watch whose turn it is; nothing when none may begin now. The watch counts as
   * under way until `end`.
   */
  begin(): DeliveryBatch[] {
    if (this.#underWay >= WATCHES_AT_ONCE) return [];
    for (const [tenantId, share] of this.#tenants) {
      if (share.underWay.size >= WATCHES_OF_A_TENANT) continue;
      for (const [watchId, sequences] of share.waiting) {
        if (share.underWay.has(watchId)) continue;
        share.waiting.delete(watchId);
        share.underWay.add(watchId);
        this.#waiting -= sequences.size;
        this.#underWay += 1;
        this.#tenants.delete(tenantId);
        this.#tenants.set(tenantId, share);
        const inOrder = [...sequences].sort((a, b) => a - b);
        return [...inBatches({ tenantId, watchId }, inOrder)];
      }
    }
    return [];
  }

  end({ tenantId, watchId }: Omit<DeliveryBatch, "sequences">): void {
    const share = this.#tenants.get(tenantId);
    if (!share?.underWay.delete(watchId)) return;
    this.#underWay -= 1;
    if (share.underWay.size === 0 && share.waiting.size === 0) this.#tenants.delete(tenantId);
  }

  /** Returns true when nothing waits and nothing is under way. */
  isIdle(): boolean {
    return this.#tenants.size === 0;
  }
}
