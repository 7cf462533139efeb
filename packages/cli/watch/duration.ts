const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** A length of time at a glance: `40 s`, `12 min`, `30 h`, `3 d`. A unit is used from two of it on; less than nothing is nothing. */
export function duration(ms: number): string {
  const [unit, length] = UNITS.find(([, unitMs]) => ms >= 2 * unitMs) ?? ["s", 1_000];
  return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}
