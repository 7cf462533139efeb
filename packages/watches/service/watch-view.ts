import { type Clock, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Delivery, DeliveryAttempt } from "../delivery/delivery.ts";
import { CLOCK_SKEW_MS } from "./future-stamp.ts";
import type { Watch, WatchDelivery, WatchEventRecord, WatchRecord } from "./watch.ts";
import { type WatchHealth, watchHealth } from "./watch-health.ts";
import type { WatchStore } from "./watch-store.ts";

/** A watch as shown to its owner. */
export interface WatchView
  extends Omit<
    WatchRecord,
    | "tenant_id"
    | "slot"
    | "slot_position"
    | "version"
    | "scheduled_at"
    | "delivery"
    | "subscription"
    | "ordered"
    | "released_flood"
  > {
  deliver_to: string | null;
  ordered: boolean;
  health: WatchHealth & { delivery: DeliveryHealth | null };
}

/** Returns a watch for its owner, with the health of its polls and deliveries. */
export async function viewWatch(
  watch: Watch,
  { store, clock }: { store: WatchStore; clock: Clock },
): Promise<WatchView> {
  const {
    tenant_id: tenantId,
    slot,
    slot_position,
    version: _version,
    subscription: _subscription,
    scheduled_at: _at,
    delivery,
    ordered = true,
    released_flood: _flood,
    ...shown
  } = watch.record;
  const name = { tenantId, watchId: shown.id };
  const [heartbeat, newest] = await Promise.all([
    store.latestHeartbeat(slot, slot_position, timestamp(clock.now() + CLOCK_SKEW_MS)),
    delivery ? store.lastEvents(name, { before: watch.state.next_sequence, limit: EVENTS_CHECKED }) : [],
  ]);
  const health = {
    ...watchHealth(watch, heartbeat, clock.now()),
    delivery: delivery ? describeDeliveryHealth(delivery, newest, clock.now()) : null,
  };
  return { ...shown, deliver_to: delivery?.url ?? null, ordered, health };
}

/** Number of events that determine the health of deliveries. */
const EVENTS_CHECKED = 20;

/** Health of a watch's deliveries, based on its latest events. */
interface DeliveryHealth {
  /** `failing`: the last attempt failed. `stopped`: the receiver said that it is gone. */
  status: "active" | "failing" | "stopped";
  /** Among the watch's latest 20 events. */
  waiting: number;
  dead: number;
  last_delivered_at: string | null;
  last_error: DeliveryAttempt | null;
  /** Time until which the circuit breaker of the receiver's host holds deliveries back, or null. */
  held_until: string | null;
}

/** `events` is the latest 20. */
function describeDeliveryHealth(
  { stopped_at }: WatchDelivery,
  events: readonly Pick<WatchEventRecord, "delivery">[],
  now: number,
): DeliveryHealth {
  const deliveries = events.flatMap(({ delivery }) => delivery ?? []);
  const attempts = deliveries.flatMap((delivery) => delivery.attempts).sort((a, b) => (a.at < b.at ? -1 : 1));
  const last = attempts.at(-1);
  const failing = last !== undefined && last.error_code !== null;
  const count = (status: string) => deliveries.filter((delivery) => delivery.status === status).length;
  return {
    status: stopped_at !== null ? "stopped" : failing ? "failing" : "active",
    waiting: count("waiting"),
    dead: count("dead"),
    last_delivered_at: attempts.findLast(({ error_code }) => error_code === null)?.at ?? null,
    last_error: failing ? last : null,
    held_until: findHeldUntil(deliveries, now),
  };
}

function findHeldUntil(deliveries: readonly Delivery[], now: number): string | null {
  const held = deliveries.flatMap(({ held_until: until }) =>
    until !== undefined && Date.parse(until) > now ? until : [],
  );
  return held.sort()[0] ?? null;
}
