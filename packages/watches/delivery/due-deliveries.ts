import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { groupedBy } from "../clock/grouped-by.ts";
import { FARTHEST_MS } from "./delivery.ts";
import { BATCH_SIZE, type DeliveryQueue, inBatches } from "./delivery-queue.ts";
import type { DueDelivery, DueListing } from "./due-listing.ts";

export interface DueDeliveriesOptions {
  store: DueListing;
  queue: DeliveryQueue;
  clock: Clock;
  /** Left out, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** Deliveries of a watch, and of a tenant, that one minute sends off. */
export const MOST_OF_A_WATCH = 5 * BATCH_SIZE;
export const MOST_OF_A_TENANT = 1_000;
/**
 * Sent off at once; what is behind them comes a minute later. Of one tenant and of one watch fewer, so that
 * one with slow receivers leaves room for the others.
 */
const BOUNDS = { most: 5_000, mostOfATenant: MOST_OF_A_TENANT, mostOfAWatch: MOST_OF_A_WATCH };
/** Batches handed to the queue at once. */
const SENT_TOGETHER = 10;

/**
 * Sends off the deliveries whose time has come: new ones that no poll sent itself, further tries, and tries
 * that were cut off. Run every minute; one that is under way is not tried twice, as its time is put on when
 * it begins. Answers how many were sent.
 */
export async function sendDueDeliveries({
  store,
  queue,
  clock,
  metrics = noMetrics,
}: DueDeliveriesOptions): Promise<number> {
  const now = clock.now();
  const due: DueDelivery[] = [];
  const farthest = timestamp(now + FARTHEST_MS);
  for await (const delivery of store.dueDeliveries(timestamp(now), BOUNDS, farthest)) due.push(delivery);
  const oldest = due.length > 0 ? await store.oldestDue(timestamp(now)) : undefined;
  metrics.set("plumbline_delivery_backlog", {}, due.length);
  const age = oldest === undefined ? 0 : now - Date.parse(oldest);
  metrics.set("plumbline_delivery_backlog_age_seconds", {}, age / 1000);
  const batches = [];
  for (const ofWatch of groupedBy(due, ({ tenantId, watchId }) => `${tenantId} ${watchId}`).values()) {
    const sequences = ofWatch.map(({ sequence }) => sequence).sort((a, b) => a - b);
    batches.push(...inBatches(ofWatch[0], sequences));
  }
  for (let start = 0; start < batches.length; start += SENT_TOGETHER)
    await queue.send(batches.slice(start, start + SENT_TOGETHER));
  return due.length;
}
