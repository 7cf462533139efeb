import { countAsked } from "@plumbline/client/count-asked.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";

type Day = Pick<Schemas["UsageRow"], "day" | "calls" | "refused" | "failed" | "errors">;

/** Refusals of one day below which nobody needs to look. */
const FEW = 5;
/** Number of earlier days with calls from which a usual number follows. */
const DAYS_FOR_USUAL = 3;

/**
 * Returns today's refused and failed calls if they are more than twice the average of the earlier days with
 * calls. Returns 0 while there are too few such days.
 */
export function countRisenRefusals(days: readonly Day[], today: string): number {
  const refusalsOf = (day: Day) => day.refused + day.failed - countAsked(day);
  const now = days.find(({ day }) => day === today);
  const before = days.filter(({ day, calls }) => day !== today && calls > 0);
  if (!now || before.length < DAYS_FOR_USUAL) return 0;
  const usual = before.reduce((sum, day) => sum + refusalsOf(day), 0) / before.length;
  return refusalsOf(now) > Math.max(FEW, 2 * usual) ? refusalsOf(now) : 0;
}
