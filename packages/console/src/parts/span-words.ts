/** Formats a duration: `45 s`, `12 minutes`, `3 hours`. */
export function spanWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const [count, unit] =
    seconds < 3_600
      ? [seconds / 60, "minute"]
      : seconds < 86_400
        ? [seconds / 3_600, "hour"]
        : [seconds / 86_400, "day"];
  const whole = Math.round(Number(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
