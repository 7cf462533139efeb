import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { Policy } from "@plumbline/core/access/policy.ts";
import { explainRefusedDestinations } from "@plumbline/core/policy/decide.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
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

/** Returns the receiver as a destination of the call. */
export function listReceiver(named: string | undefined): Destination[] {
  return named === undefined ? [] : [{ kind: "url", value: named, argument: "deliver_to" }];
}

/** Returns the reason why the policy permits no delivery to a receiver, or `undefined` if it does. */
export function explainRefusedReceiver(policy: Policy, url: string): string | undefined {
  return explainRefusedDestinations(policy, listReceiver(url));
}

/**
 * Returns the given receiver, if any. Throws AdapterValidationError for one that the egress guard refuses.
 */
export function parseReceiver(named: string | undefined, destination: ParseDestination): URL | undefined {
  return named === undefined ? undefined : destination(named, "deliver_to");
}

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
