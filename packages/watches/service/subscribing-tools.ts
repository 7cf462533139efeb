import * as z from "zod";
import { INTERVALS, type Interval } from "./watch.ts";
import { WATCH_STATUSES } from "./watch-health.ts";
import type { WatchView } from "./watch-view.ts";

/** The `interval_minutes` argument. */
export function createIntervalArgument(byDefault: Interval) {
  return z.literal(INTERVALS).default(byDefault).describe("Minutes between polls.");
}

/** A receiver of a watch's events. The egress guard decides whether it is permitted. */
export const deliverToArgument = z.string().min(1).max(4_096).optional().describe("Webhook for events.");

/** The argument that determines whether events arrive in order. */
export const orderedArgument = z.boolean().optional().describe("false: in any order.");

/** Fields that a subscribing tool adds to its first result if the watch already existed. */
export const existingWatchFields = z.object({
  already_watching: z.literal(true).optional().describe("The watch already existed."),
  status: z.enum(WATCH_STATUSES).optional().describe("Of the existing watch."),
  interval_minutes: z.literal(INTERVALS).optional().describe("Of the existing watch."),
  last_error: z.string().optional().describe("Why its last poll failed."),
});

/** Returns no fields for a watch that was just created. */
export function describeExistingWatch(watch: WatchView | undefined): z.output<typeof existingWatchFields> {
  if (!watch) return {};
  const { status, last_error } = watch.health;
  return {
    already_watching: true,
    status,
    interval_minutes: watch.interval_minutes,
    ...(last_error === null ? {} : { last_error: last_error.message }),
  };
}
