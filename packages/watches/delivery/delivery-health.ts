import type { WatchDelivery, WatchEventRecord } from "../service/watch.ts";
import type { Delivery, DeliveryAttempt } from "./delivery.ts";

/** Events that tell how deliveries go. */
export const LOOKED_AT = 20;

/** Health of a watch's deliveries, judged by its newest events. */
export interface DeliveryHealth {
  /** `failing`: the last try failed. `stopped`: the receiver has said that it is gone. */
  status: "active" | "failing" | "stopped";
  /** Of the watch's newest 20 events. */
  waiting: number;
  dead: number;
  last_delivered_at: string | null;
  last_error: DeliveryAttempt | null;
  /** Until when the breaker of the receiver's host holds deliveries back; null while it lets them go. */
  held_until: string | null;
}

/** `events`: the newest 20. */
export function deliveryHealth(
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
    held_until: heldUntil(deliveries, now),
  };
}

function heldUntil(deliveries: readonly Delivery[], now: number): string | null {
  const held = deliveries.flatMap(({ held_until: until }) =>
    until !== undefined && Date.parse(until) > now ? until : [],
  );
  return held.sort()[0] ?? null;
}
