import type { Schemas } from "@plumbline/client/schemas.ts";

const MINUTE_MS = 60_000;

/** A look that was due less than this ago is under way: a round of looks takes its time. */
const UNDER_WAY_MS = 3 * MINUTE_MS;

/** The next look of a watch: it waits for a time, is due or overdue, or is not made in a pause. */
export type NextLook = { state: "waits" | "overdue"; at: string } | { state: "due" } | { state: "paused" };

/**
 * Tells when a watch looks again. A look is due an interval after the last one, and not before the wait after
 * a failure is over.
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
