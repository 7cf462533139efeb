import { setMaxListeners } from "node:events";
import { type Clock, MINUTE_MS } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { Deliverer } from "@plumbline/watches/delivery/deliverer.ts";
import {
  type DeliveryBatch,
  type DeliveryQueue,
  splitBatches,
} from "@plumbline/watches/delivery/delivery-queue.ts";
import {
  MAX_PER_TENANT,
  MAX_PER_WATCH,
  sendDueDeliveries,
} from "@plumbline/watches/delivery/due-deliveries.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";

export interface DeliveryLoopOptions {
  watchStore: WatchStore;
  deliverer: Deliverer;
  clock: Clock;
  logger: Logger;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
}

/**
 * Schedules and queues deliveries on a single machine. Announced deliveries are made immediately. Due ones
 * are read at the start and at every full minute. Deliveries of each watch are made separately, and tenants
 * share the process (`DeliveryShares`).
 */
export class DeliveryLoop {
  readonly queue: DeliveryQueue = { send: async (batches) => this.#take(batches) };
  readonly #shares = new DeliveryShares();
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #options: DeliveryLoopOptions | undefined;
  /** Number of attempts since due deliveries were last read. */
  #tried = 0;
  #rung = false;
  #wake: () => void = () => undefined;

  /** Runs until `stop`, which aborts deliveries in progress. They count as not attempted and stay due. */
  run(options: DeliveryLoopOptions): { stop(): Promise<void> } {
    // Every request listens to this signal, and Node reports more than ten listeners as a leak.
    setMaxListeners(0, this.#stopping.signal);
    this.#options = options;
    const loop = this.#everyMinute(options);
    return {
      stop: async () => {
        this.#stopping.abort();
        await loop;
        await Promise.all(this.#underWay);
      },
    };
  }

  #take(batches: readonly DeliveryBatch[]): void {
    for (const batch of batches) this.#shares.add(batch);
    this.#begin();
  }

  async #everyMinute({ watchStore: store, clock, logger, metrics }: DeliveryLoopOptions): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#rung = false;
      this.#tried = 0;
      try {
        await sendDueDeliveries({ store, queue: this.queue, clock, metrics });
      } catch (error) {
        if (!signal.aborted) logger.log("error", "delivery_loop_failed", describeUnexpected(error));
      }
      await this.#untilRungOrMinute(clock);
    }
  }

  /** Starts the deliveries of every watch whose turn it is. */
  #begin(): void {
    const options = this.#options;
    while (options && !this.#stopping.signal.aborted) {
      const [first, ...others] = this.#shares.begin();
      if (!first) return;
      const delivering = this.#deliver([first, ...others], options);
      this.#underWay.add(delivering);
      void delivering.then(() => this.#underWay.delete(delivering));
    }
  }

  async #deliver(
    batches: readonly [DeliveryBatch, ...DeliveryBatch[]],
    { deliverer, logger }: DeliveryLoopOptions,
  ): Promise<void> {
    const { signal } = this.#stopping;
    let tried = 0;
    try {
      for (const batch of batches) tried += await deliverer.deliver(batch, signal);
    } catch (error) {
      if (!signal.aborted) logger.log("error", "delivery_failed", describeUnexpected(error));
    }
    this.#shares.end(batches[0]);
    this.#tried += tried;
    this.#begin();
    // The maximum per read has been delivered, so more of this watch or tenant may be due.
    if (tried >= MAX_PER_WATCH || (this.#shares.isIdle() && this.#tried >= MAX_PER_TENANT)) this.#ring();
  }

  #ring(): void {
    this.#rung = true;
    this.#wake();
  }

  async #untilRungOrMinute(clock: Clock): Promise<void> {
    if (this.#rung) return;
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const either = AbortSignal.any([this.#stopping.signal, woken.signal]);
    await clock.wait(MINUTE_MS - (clock.now() % MINUTE_MS), either).catch(() => undefined);
    this.#wake = () => undefined;
  }
}

/** Maximum number of watches with deliveries in progress, in total and per tenant. */
const WATCHES_AT_ONCE = 128;
const MAX_WATCHES_PER_TENANT = 16;
/** Maximum number of waiting deliveries. Further ones remain due in the store. */
const MAX_WAITING = 20_000;

interface TenantShare {
  /** Sequence numbers by watch. */
  waiting: Map<string, Set<number>>;
  underWay: Set<string>;
}

/**
 * Deliveries that wait for their turn, and watches with deliveries in progress. Tenants take turns, and the
 * number of their deliveries in progress is limited, so that one with slow receivers does not block others.
 */
export class DeliveryShares {
  /** Tenants, in the order of their turns. */
  readonly #tenants = new Map<string, TenantShare>();
  #waiting = 0;
  #underWay = 0;

  add({ tenantId, watchId, sequences }: DeliveryBatch): void {
    const share = this.#tenants.get(tenantId) ?? { waiting: new Map(), underWay: new Set() };
    const ofWatch = share.waiting.get(watchId) ?? new Set();
    for (const sequence of sequences) {
      if (ofWatch.has(sequence) || this.#waiting >= MAX_WAITING) continue;
      ofWatch.add(sequence);
      this.#waiting += 1;
    }
    if (ofWatch.size === 0) return;
    share.waiting.set(watchId, ofWatch);
    this.#tenants.set(tenantId, share);
  }

  /**
   * Returns the batches of the watch whose turn it is, or none if none may start now. The watch counts as in
   * progress until `end`.
   */
  begin(): DeliveryBatch[] {
    if (this.#underWay >= WATCHES_AT_ONCE) return [];
    for (const [tenantId, share] of this.#tenants) {
      if (share.underWay.size >= MAX_WATCHES_PER_TENANT) continue;
      for (const [watchId, sequences] of share.waiting) {
        if (share.underWay.has(watchId)) continue;
        share.waiting.delete(watchId);
        share.underWay.add(watchId);
        this.#waiting -= sequences.size;
        this.#underWay += 1;
        this.#tenants.delete(tenantId);
        this.#tenants.set(tenantId, share);
        const inOrder = [...sequences].sort((a, b) => a - b);
        return [...splitBatches({ tenantId, watchId }, inOrder)];
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

  /** Returns true if nothing is waiting or in progress. */
  isIdle(): boolean {
    return this.#tenants.size === 0;
  }
}
