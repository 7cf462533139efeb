import type { Schemas } from "@plumbline/client/schemas.ts";

const MINUTE_MS = 60_000;

/** A poll due less than this time ago is in progress, because a round of polls takes some time. */
const UNDER_WAY_MS = 3 * MINUTE_MS;

/** The next poll of a watch: scheduled for a time, due, overdue, or suspended by a pause. */
export type NextLook = { state: "waits" | "overdue"; at: string } | { state: "due" } | { state: "paused" };

/**
 * Returns when a watch is polled next: one interval after the last poll, but not before the backoff after a
 * failure ends.
 */
export function nextLookOf(
  {
    paused_at: pausedAt,
    created_at: createdAt,
    interval_minutes: minutes,
    health,
  }: Pick<Schemas["Watch"], "paused_at" | "created_at" | "interval_minutes"> & {
    health: Pick<Schemas["Watch"]["health"], "last_polled_at" | "next_poll_after">;
  },
  now: number,
): NextLook {
  if (pausedAt !== null) return { state: "paused" };
  const regular = Date.parse(health.last_polled_at ?? createdAt) + minutes * MINUTE_MS;
  const waitsUntil = health.next_poll_after === null ? 0 : Date.parse(health.next_poll_after);
  const due = Math.max(regular, waitsUntil);
  const at = new Date(due).toISOString();
  if (due > now) return { state: "waits", at };
  return now - due < UNDER_WAY_MS ? { state: "due" } : { state: "overdue", at };
}
