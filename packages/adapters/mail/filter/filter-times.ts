const HOUR_MS = 3_600_000;
const UNIT_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

/** The moment that lies `24h`, `7d`, `2w`, `3m` (months) or `1y` before now, or `undefined` when the text is none of these. */
export function momentBefore(text: string, now: number): number | undefined {
  const match = /^(\d{1,5})([hdwmy])$/i.exec(text);
  const count = Number(match?.[1]);
  const unit = match?.[2]?.toLowerCase();
  if (unit === undefined || count === 0) return undefined;
  const ms = UNIT_MS[unit];
  if (ms !== undefined) return now - count * ms;
  return monthsBefore(now, unit === "y" ? count * 12 : count);
}

/** The beginning of the day `2026-01-31` or `2026/1/31`, in UTC, or `undefined` when there is no such day. */
export function dayStart(text: string): number | undefined {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

/** The same time of day so many months earlier; of a month without such a day, its last one. */
function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
