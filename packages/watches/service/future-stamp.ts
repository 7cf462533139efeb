/** Clocks that are set right differ by less than this. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * Returns true for a stamp that was written while a clock was ahead. It proves nothing: what it stands for
 * may have happened at any time.
 */
export function isFuture(stamp: string | null | undefined, now: number): boolean {
  return typeof stamp === "string" && Date.parse(stamp) > now + CLOCK_SKEW_MS;
}

/** The latest of some stamps that are not in the future; otherwise `null`. */
export function latestPast(stamps: readonly (string | null | undefined)[], now: number): string | null {
  return stamps.reduce<string | null>((latest, stamp) => {
    if (stamp === null || stamp === undefined || isFuture(stamp, now)) return latest;
    return latest === null || stamp > latest ? stamp : latest;
  }, null);
}
