import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { groupedBy } from "../clock/grouped-by.ts";
import type { DueDelivery, WatchStore } from "../service/watch-store.ts";
import { BATCH_SIZE, type DeliveryQueue, inBatches } from "./delivery-queue.ts";

export interface DueDeliveriesOptions {
  store: WatchStore;
  queue: DeliveryQueue;
  clock: Clock;
}

/**
 * Sent off at once; what is behind them comes a minute later. Of one watch fewer, so that one with a slow
 * receiver leaves room for the others.
 */
const BOUNDS = { most: 5_000, mostOfAWatch: 5 * BATCH_SIZE };
/** Batches handed to the queue at once. */
const SENT_TOGETHER = 10;

/**
 * Sends off the deliveries whose time has come: new ones that no poll sent itself, further tries, and tries
 * that were cut off. Run every minute; one that is under way is not tried twice, as its time is put on when
 * it begins. Answers how many were sent.
 */
export async function sendDueDeliveries({ store, queue, clock }: DueDeliveriesOptions): Promise<number> {
  const due: DueDelivery[] = [];
  for await (const delivery of store.dueDeliveries(timestamp(clock.now()), BOUNDS)) due.push(delivery);
  const batches = [];
  for (const ofWatch of groupedBy(due, ({ tenantId, watchId }) => `${tenantId} ${watchId}`).values()) {
    const sequences = ofWatch.map(({ sequence }) => sequence).sort((a, b) => a - b);
    batches.push(...inBatches(ofWatch[0], sequences));
  }
  for (let start = 0; start < batches.length; start += SENT_TOGETHER)
    await queue.send(batches.slice(start, start + SENT_TOGETHER));
  return due.length;
}
