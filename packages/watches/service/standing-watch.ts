import * as z from "zod";
import { INTERVALS } from "./watch.ts";
import { WATCH_STATUSES } from "./watch-health.ts";
import type { WatchView } from "./watches.ts";

/** Fields that a subscribing tool adds to its first look when the watch existed already. */
export const standingWatch = z.object({
  already_watching: z.literal(true).optional().describe("The same was subscribed before: no watch was made."),
  status: z.enum(WATCH_STATUSES).optional().describe("Of a watch that stood already."),
  interval_minutes: z.literal(INTERVALS).optional().describe("As it stands now."),
  last_error: z.string().optional().describe("Why its last look failed."),
});

/** Nothing for a watch that was made just now. */
export function describeStanding(watch: WatchView | undefined): z.output<typeof standingWatch> {
  if (!watch) return {};
  const { status, last_error } = watch.health;
  return {
    already_watching: true,
    status,
    interval_minutes: watch.interval_minutes,
    ...(last_error === null ? {} : { last_error: last_error.message }),
  };
}
