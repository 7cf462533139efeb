/** Maximum difference between correct clocks. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * Returns true for a timestamp written while a clock was ahead. Such a timestamp proves nothing: the event
 * may have happened at any time.
 */
export function isFuture(stamp: string | null | undefined, now: number): boolean {
  return typeof stamp === "string" && Date.parse(stamp) > now + CLOCK_SKEW_MS;
}

/** Returns the latest timestamp that is not in the future, or `null`. */
export function findLatestPast(stamps: readonly (string | null | undefined)[], now: number): string | null {
  return stamps.reduce<string | null>((latest, stamp) => {
    if (stamp === null || stamp === undefined || isFuture(stamp, now)) return latest;
    return latest === null || stamp > latest ? stamp : latest;
  }, null);
}
