import { setMaxListeners } from "node:events";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { groupedBy } from "@plumbline/watches/clock/grouped-by.ts";
import type { Deliverer } from "@plumbline/watches/delivery/deliverer.ts";
import type { DeliveryBatch, DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import { sendDueDeliveries } from "@plumbline/watches/delivery/due-deliveries.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";

export interface DeliveryLoopOptions {
  watchStore: WatchStore;
  deliverer: Deliverer;
  clock: Clock;
  logger: Logger;
}

const MINUTE_MS = 60_000;
/** Watches that are delivered for side by side; more wait for one of them to end. */
const WATCHES_AT_ONCE = 32;

/**
 * The clock of deliveries on one machine, and a queue that rings it: what is due is read at every full
 * minute, and when something new is. Each watch has its deliveries made by themselves, so that a slow
 * receiver holds up nobody else's.
 */
export class DeliveryLoop {
  /** Rings; what is due is read from the store. */
  readonly queue: DeliveryQueue = { send: async () => this.#ring() };
  readonly #stopping = new AbortController();
  readonly #underWay = new Map<string, Promise<void>>();
  #rung = false;
  #wake: () => void = () => undefined;

  /** `stop` ends deliveries under way, which then count as never tried. */
  run(options: DeliveryLoopOptions): { stop(): Promise<void> } {
    // Every request listens to it, and Node takes more than ten for a leak.
    setMaxListeners(0, this.#stopping.signal);
    const loop = this.#turn(options);
    return {
      stop: async () => {
        this.#stopping.abort();
        await loop;
        await Promise.all(this.#underWay.values());
      },
    };
  }

  #ring(): void {
    this.#rung = true;
    this.#wake();
  }

  async #turn(options: DeliveryLoopOptions): Promise<void> {
    const { watchStore: store, clock, logger } = options;
    const { signal } = this.#stopping;
    const queue = {
      send: async (batches: readonly DeliveryBatch[]) => {
        for (const [first, ...others] of groupedBy(batches, nameOf).values())
          this.#begin([first, ...others], options);
      },
    };
    while (!signal.aborted) {
      this.#rung = false;
      try {
        await sendDueDeliveries({ store, queue, clock });
      } catch (error) {
        if (!signal.aborted) logger.log("error", "delivery_loop_failed", describeUnexpected(error));
      }
      await this.#untilRungOrMinute(clock);
    }
  }

  /**
   * Begins the delivery of one watch's batches, unless it is under way or too many others are. Batches that
   * are not begun stay due.
   */
  #begin(batches: readonly [DeliveryBatch, ...DeliveryBatch[]], options: DeliveryLoopOptions): void {
    const name = nameOf(batches[0]);
    if (this.#underWay.has(name) || this.#underWay.size >= WATCHES_AT_ONCE) return;
    this.#underWay.set(name, this.#deliver(name, batches, options));
  }

  async #deliver(
    name: string,
    batches: readonly DeliveryBatch[],
    { deliverer, logger }: DeliveryLoopOptions,
  ): Promise<void> {
    const { signal } = this.#stopping;
    let tried = 0;
    try {
      for (const batch of batches) tried += await deliverer.deliver(batch, signal);
    } catch (error) {
      if (!signal.aborted) logger.log("error", "delivery_failed", describeUnexpected(error));
    }
    this.#underWay.delete(name);
    // More of this watch may be due, or others may have waited. Where nothing could be tried, the minute will
    // do.
    if (tried > 0) this.#ring();
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

function nameOf({ tenantId, watchId }: DeliveryBatch): string {
  return `${tenantId} ${watchId}`;
}
