import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import { type Metrics, noMetrics } from "@plumbline/core/metrics/metrics.ts";
import { groupBy } from "../clock/group-by.ts";
import { MAX_DUE_MS } from "./delivery.ts";
import { BATCH_SIZE, type DeliveryQueue, splitBatches } from "./delivery-queue.ts";
import type { DueDelivery, DueListing } from "./due-listing.ts";

export interface DueDeliveriesOptions {
  store: DueListing;
  queue: DeliveryQueue;
  clock: Clock;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
}

/** Maximum number of a watch's deliveries to send per minute. MAX_PER_TENANT limits those of a tenant. */
export const MAX_PER_WATCH = 5 * BATCH_SIZE;
export const MAX_PER_TENANT = 1_000;
/**
 * Maximum number of deliveries to send at once. The rest are sent a minute later. The limits per tenant and
 * per watch are lower, so that slow receivers leave room for others.
 */
const BOUNDS = { total: 5_000, perTenant: MAX_PER_TENANT, perWatch: MAX_PER_WATCH };
/** Number of batches to send to the queue at once. */
const SEND_BATCH_SIZE = 10;

/**
 * Sends the due deliveries to the queue: new ones that no poll sent, further attempts, and interrupted
 * attempts. Run every minute. A delivery with an attempt in progress is not tried twice, because its due time
 * moves when the attempt starts. Returns the number of deliveries sent.
 */
export async function sendDueDeliveries({
  store,
  queue,
  clock,
  metrics = noMetrics,
}: DueDeliveriesOptions): Promise<number> {
  const now = clock.now();
  const due: DueDelivery[] = [];
  const farthest = timestamp(now + MAX_DUE_MS);
  for await (const delivery of store.dueDeliveries(timestamp(now), BOUNDS, farthest)) due.push(delivery);
  const oldest = due.length > 0 ? await store.findOldestDue(timestamp(now)) : undefined;
  metrics.set("plumbline_delivery_backlog", {}, due.length);
  const age = oldest === undefined ? 0 : now - Date.parse(oldest);
  metrics.set("plumbline_delivery_backlog_age_seconds", {}, age / 1000);
  const batches = [];
  for (const ofWatch of groupBy(due, ({ tenantId, watchId }) => `${tenantId} ${watchId}`).values()) {
    const sequences = ofWatch.map(({ sequence }) => sequence).sort((a, b) => a - b);
    batches.push(...splitBatches(ofWatch[0], sequences));
  }
  for (let start = 0; start < batches.length; start += SEND_BATCH_SIZE)
    await queue.send(batches.slice(start, start + SEND_BATCH_SIZE));
  return due.length;
}
