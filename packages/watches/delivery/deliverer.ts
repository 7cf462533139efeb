import { timestamp } from "@plumbline/core/clock/clock.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { runInParallel } from "../clock/in-parallel.ts";
import type { Watch, WatchDelivery, WatchEventRecord } from "../service/watch.ts";
import type { WatchName } from "../service/watch-event-store.ts";
import { isPlanned } from "../service/watch-events.ts";
import {
  blocksNext,
  type Delivery,
  findEarlyTry,
  isDeliveryDue,
  LOST_AFTER_MS,
  markDead,
  postponeDelivery,
} from "./delivery.ts";
import type { DeliveryBatch } from "./delivery-queue.ts";
import { DeliveryTries, type DeliveryTriesOptions, type DueEvent } from "./delivery-tries.ts";
import { PlannedEvents } from "./planned-events.ts";

export interface DelivererOptions extends DeliveryTriesOptions {
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** Maximum number of concurrent attempts for one watch that does not require order. */
const AT_ONCE = 8;
/** Maximum number of earlier due events that are tried first because those of a batch must wait for them. */
const MAX_EARLIER = 50;
/**
 * Maximum number of attempts and time after which a delivery that continues beyond its batch leaves the rest
 * to the next minute.
 */
const MAX_IN_ORDER = 50;
const GO_ON_MS = 60_000;
/** Maximum time between a poll's events and its commit. What is not committed by then was interrupted. */
const UNCOMMITTED_MS = 60 * 60_000;
/** Time after which an event that has expired but was not deleted is checked again. */
const EXPIRED_WAIT_MS = 24 * 60 * 60_000;

/** State of a batch while it is delivered. */
interface Batch {
  /** Sequence numbers of the events that are delivered or dead by now. */
  settled: Set<number>;
  endings: Delivery["status"][];
  signal: AbortSignal | undefined;
}

/** Delivers events until each is accepted or dead. Used by the queue's worker and on one machine alike. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #tries: DeliveryTries;
  readonly #planned: PlannedEvents;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#tries = new DeliveryTries(options);
    this.#planned = new PlannedEvents(options);
  }

  /**
   * Tries the events of a batch that are still due: in order, or up to eight at a time if the watch does not
   * require order. After trying the others, rethrows errors of the store, KeyServiceBusyError, or the
   * signal's reason. Events that were not tried stay due. Returns the number of events tried or
   * given up.
   */
  async deliver({ tenantId, watchId, sequences }: DeliveryBatch, signal?: AbortSignal): Promise<number> {
    const { store, clock, logger, metrics = noMetrics } = this.#options;
    const watch = await store.get(tenantId, watchId);
    if (!watch) return 0;
    const startedAt = clock.monotonic();
    const endings: Delivery["status"][] = [];
    const ordered = isOrdered(watch);
    const batch: Batch = { settled: new Set(), endings, signal };
    const all = ordered
      ? [...(await this.#listEarlier({ tenantId, watchId }, sequences)), ...sequences]
      : sequences;
    try {
      await runInParallel(all, ordered ? 1 : AT_ONCE, async (sequence) => {
        signal?.throwIfAborted();
        await this.#deliverOne({ tenantId, watchId }, sequence, batch);
      });
      if (ordered) await this.#continue(watch, (all.at(-1) ?? 0) + 1, batch);
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

  /** Returns the due events directly before a batch, which its events must wait for. */
  async #listEarlier(name: WatchName, [first = 0]: readonly number[]): Promise<number[]> {
    const { store, clock } = this.#options;
    const earlier: number[] = [];
    for (let sequence = first - 1; sequence > 0 && earlier.length < MAX_EARLIER; sequence--) {
      const delivery = (await store.getEvent(name, sequence))?.delivery;
      if (!delivery || !blocksNext(delivery) || !isDeliveryDue(delivery, clock.now())) break;
      earlier.unshift(sequence);
    }
    return earlier;
  }

  /** Delivers due events after a batch in order, because their own batch may have been checked too early. */
  async #continue({ record, state }: Watch, next: number, batch: Batch): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + GO_ON_MS;
    for (let sequence = next; sequence < state.next_sequence; sequence++) {
      const goesOn = batch.settled.has(sequence - 1) && batch.endings.length < MAX_IN_ORDER;
      if (!goesOn || clock.monotonic() >= until) return;
      batch.signal?.throwIfAborted();
      await this.#deliverOne({ tenantId: record.tenant_id, watchId: record.id }, sequence, batch);
    }
  }

  async #deliverOne(name: WatchName, sequence: number, batch: Batch): Promise<void> {
    const { store } = this.#options;
    // Read each time, because the receiver of an earlier event may have said that it is gone.
    const watch = await store.get(name.tenantId, name.watchId);
    const event = watch && (await store.getEvent(name, sequence));
    if (event && isPlanned(sequence)) {
      const appended = await this.#planned.append(watch, event);
      if (appended !== undefined) await this.#deliverOne(name, appended, batch);
      return;
    }
    const due = watch && event && (await this.#findDue(watch, event, batch));
    if (!due) return;
    const isNext =
      !isOrdered(watch) || batch.settled.has(sequence - 1) || (await this.#mayBeSent(due, batch));
    if (isNext) await this.#try(due, batch);
  }

  async #try(due: DueEvent, batch: Batch): Promise<void> {
    const ending = await this.#tries.make(due, batch.signal);
    if (ending !== undefined) addEnding(batch, due.event, ending);
  }

  /**
   * Returns false while the event before must go first. If that one waits for long, it is tried occasionally,
   * so that a recovered receiver is noticed. This one waits as long and is not checked every minute.
   */
  async #mayBeSent(due: DueEvent, batch: Batch): Promise<boolean> {
    const { store, clock } = this.#options;
    const { watch, event, delivery } = due;
    const name = { tenantId: watch.record.tenant_id, watchId: watch.record.id };
    const before = await store.getEvent(name, event.sequence - 1);
    const now = clock.now();
    if (!before?.delivery || !blocksNext(before.delivery)) return true;
    if (Date.parse(before.expires_at) <= now) return true;
    let lookAt = findEarlyTry(before.delivery);
    if (lookAt <= now && !isDeliveryDue(before.delivery, now)) {
      const early = { ...due, event: before, delivery: before.delivery, early: true };
      await this.#try(early, batch);
      const stored = (await store.getEvent(name, before.sequence))?.delivery;
      if (!stored || !blocksNext(stored)) return true;
      lookAt = findEarlyTry(stored);
    }
    // Each a millisecond later, so that they are listed in order.
    if (lookAt > clock.now() + LOST_AFTER_MS)
      await store.putDelivery({ ...event, delivery: postponeDelivery(delivery, timestamp(lookAt + 1)) });
    return false;
  }

  /**
   * Returns `undefined` for an event that must not be sent now. One that must never be sent is no longer due;
   * it counts as dead, unless its poll was interrupted and it was never listed.
   */
  async #findDue(watch: Watch, event: WatchEventRecord, batch: Batch): Promise<DueEvent | undefined> {
    const { store, clock } = this.#options;
    const now = clock.now();
    const { delivery } = event;
    const { delivery: receiver } = watch.record;
    if (!delivery || !isDeliveryDue(delivery, now)) return undefined;
    if (event.sequence >= watch.state.next_sequence) {
      const cutOff = Date.parse(event.found_at) + UNCOMMITTED_MS <= now;
      if (cutOff) await this.#drop(event, delivery, "", "The poll that found it was interrupted.");
      return undefined;
    }
    if (!receiver || receiver.stopped_at !== null) {
      if (await this.#drop(event, delivery, receiver?.url ?? "", explainRefusal(receiver)))
        addEnding(batch, event, "dead");
      return undefined;
    }
    if (Date.parse(event.expires_at) > now) return { watch, event, delivery, receiver };
    // The store deletes the event soon, unless only a clock that is ahead considers it expired.
    await store.putDelivery({
      ...event,
      delivery: postponeDelivery(delivery, timestamp(now + EXPIRED_WAIT_MS)),
    });
    return undefined;
  }

  /** Ends a delivery that was not attempted. Returns false if it was changed concurrently. */
  async #drop(event: WatchEventRecord, delivery: Delivery, url: string, message: string): Promise<boolean> {
    const at = timestamp(this.#options.clock.now());
    const attempt = { at, url, status: null, error_code: "not_tried", message };
    return this.#options.store.putDelivery({ ...event, delivery: markDead(delivery, attempt) });
  }
}

function addEnding(
  { endings, settled }: Batch,
  { sequence }: WatchEventRecord,
  ending: Delivery["status"],
): void {
  endings.push(ending);
  if (ending === "delivered" || ending === "dead") settled.add(sequence);
}

function isOrdered({ record: { ordered = true } }: Watch): boolean {
  return ordered;
}

function explainRefusal(receiver: WatchDelivery | undefined): string {
  return receiver ? "The receiver has responded that it is gone." : "The watch no longer has a receiver.";
}
