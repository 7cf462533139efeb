import { timestamp } from "@plumbline/core/clock/clock.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { inParallel } from "../clock/in-parallel.ts";
import type { Watch, WatchDelivery, WatchEventRecord } from "../service/watch.ts";
import { type Delivery, dead } from "./delivery.ts";
import type { DeliveryBatch } from "./delivery-queue.ts";
import { DeliveryTries, type DeliveryTriesOptions, type DueEvent } from "./delivery-tries.ts";

export interface DelivererOptions extends DeliveryTriesOptions {
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** No poll takes so long between its events and its commit: what is not committed by then was cut off. */
const UNCOMMITTED_MS = 60 * 60_000;

/** Delivers events, each at least once: the same on a queue's worker and on one machine. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #tries: DeliveryTries;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#tries = new DeliveryTries(options);
  }

  /**
   * Tries the events of a batch that are still due, one after another. Throws what the store throws, or
   * KeyServiceBusyError, when the others have been tried, and the signal's reason: what was not tried is due
   * still. Answers how many were tried.
   */
  async deliver({ tenantId, watchId, sequences }: DeliveryBatch, signal?: AbortSignal): Promise<number> {
    const { clock, logger, metrics = noMetrics } = this.#options;
    const startedAt = clock.monotonic();
    const endings: Delivery["status"][] = [];
    try {
      await inParallel(sequences, 1, async (sequence) => {
        signal?.throwIfAborted();
        const ending = await this.#deliverOne({ tenantId, watchId }, sequence, signal);
        if (ending !== undefined) endings.push(ending);
      });
    } finally {
      const deliveries = endings.length;
      const failures = endings.filter((ending) => ending !== "delivered").length;
      const elapsed_ms = Math.round(clock.monotonic() - startedAt);
      const dead = endings.filter((ending) => ending === "dead").length;
      for (const ending of endings) {
        const outcome = ending === "waiting" ? "failed" : ending;
        metrics.add("plumbline_deliveries_total", { outcome, tenant_id: tenantId });
      }
      const fields = { tenant_id: tenantId, deliveries, failures, dead, elapsed_ms };
      if (deliveries > 0) logger.log(failures > 0 ? "warn" : "info", "delivery_batch", fields);
    }
    return endings.length;
  }

  /** Tries to deliver one event and returns how the try ended; `undefined` when nothing was tried. */
  async #deliverOne(
    name: Omit<DeliveryBatch, "sequences">,
    sequence: number,
    signal?: AbortSignal,
  ): Promise<Delivery["status"] | undefined> {
    const { store } = this.#options;
    // Read each time: an earlier event's receiver may have said that it is gone.
    const watch = await store.get(name.tenantId, name.watchId);
    const event = watch && (await store.getEvent(name, sequence));
    const due = watch && event && (await this.#due(watch, event));
    return due && this.#tries.make(due, signal);
  }

  /** `undefined` for what is not to be sent now; what is never to be sent is taken off its way. */
  async #due(watch: Watch, event: WatchEventRecord): Promise<DueEvent | undefined> {
    const now = this.#options.clock.now();
    const { delivery } = event;
    const { delivery: receiver } = watch.record;
    if (delivery?.status !== "waiting" || Date.parse(delivery.due_at ?? "") > now) return undefined;
    if (event.sequence >= watch.state.next_sequence) {
      const cutOff = Date.parse(event.found_at) + UNCOMMITTED_MS <= now;
      if (cutOff) await this.#drop(event, delivery, "", "The poll that found it was cut off.");
      return undefined;
    }
    if (receiver && receiver.stopped_at === null && Date.parse(event.expires_at) > now)
      return { watch, event, delivery, receiver };
    await this.#drop(event, delivery, receiver?.url ?? "", whyNot(receiver));
    return undefined;
  }

  async #drop(event: WatchEventRecord, delivery: Delivery, url: string, message: string): Promise<void> {
    const at = timestamp(this.#options.clock.now());
    const attempt = { at, url, status: null, error_code: "not_tried", message };
    await this.#options.store.putDelivery({ ...event, delivery: dead(delivery, attempt) });
  }
}

function whyNot(receiver: WatchDelivery | undefined): string {
  if (!receiver) return "The watch delivers nowhere any more.";
  if (receiver.stopped_at !== null) return "The receiver has said that it is gone.";
  return "The event's time in the list was over.";
}
