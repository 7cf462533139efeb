/**
 * Minutes east of UTC of the zone names that feeds use. Of those with several meanings the one of RFC 822,
 * else the most common.
 */
const ZONES: Readonly<Record<string, number>> = {
  HST: -600,
  AKST: -540,
  AKDT: -480,
  PST: -480,
  PDT: -420,
  MST: -420,
  MDT: -360,
  CST: -360,
  CDT: -300,
  EST: -300,
  EDT: -240,
  AST: -240,
  ADT: -180,
  NST: -210,
  NDT: -150,
  BRT: -180,
  ART: -180,
  WEST: 60,
  BST: 60,
  CET: 60,
  MET: 60,
  CEST: 120,
  MEST: 120,
  EET: 120,
  SAST: 120,
  EEST: 180,
  MSK: 180,
  PKT: 300,
  IST: 330,
  HKT: 480,
  SGT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const TIME = "(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?";
/** `Tue, 10 Mar 2026 10:00:00 GMT` (RFC 822), with long names and without time or zone as well. */
const RFC_822 = new RegExp(
  `^(?:[a-z]{3,9}\\.?,?\\s+)?(?<day>\\d{1,2})[\\s-]+(?<monthName>[a-z]{3})[a-z]*\\.?[\\s-]+(?<year>\\d{4}|\\d{2})(?:,?\\s+${TIME}\\s*(?<zone>.*))?$`,
  "i",
);
/**
 * `2026-03-10T10:00:00+01:00` (ISO 8601), with a blank in place of the T and without month, day, time or zone
 * as well.
 */
const ISO_8601 = new RegExp(
  `^(?<year>\\d{4})(?:-(?<month>\\d{2})(?:-(?<day>\\d{2})(?:(?:T|\\s+)${TIME}\\s*(?<zone>.*))?)?)?$`,
  "i",
);
const OFFSET = /^(?:UTC|GMT|UT)?([+-])(\d{1,2}):?(\d{2})?$/;

const EARLIEST = Date.UTC(1990, 0);
const DAY_MS = 86_400_000;

/**
 * A feed's date in milliseconds since the epoch. Without a zone, or with a name nobody knows, it is read as
 * UTC (RFC 5322, 4.3). `null` for what is no date, no date of the calendar, or none that can be true: before
 * 1990 (year 1 and 1970 are what programs write for "none") or more than a day after `now`.
 */
export function feedDate(text: string, now: number): number | null {
  const written = text.trim();
  if (written.length > 80) return null;
  const parts = (ISO_8601.exec(written) ?? RFC_822.exec(written))?.groups;
  const at = parts && instant(parts);
  return at === undefined || at < EARLIEST || at > now + DAY_MS ? null : at;
}

function instant(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const number = (name: string, missing: number) => Number(parts[name] ?? missing);
  const month = parts.monthName ? MONTHS.indexOf(parts.monthName.toLowerCase()) + 1 : number("month", 1);
  const [day, hour, minute, second] = [
    number("day", 1),
    number("hour", 0),
    number("minute", 0),
    number("second", 0),
  ];
  const midnight = Date.UTC(fullYear(parts.year ?? ""), month - 1, day);
  if (month < 1 || month > 12 || new Date(midnight).getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const milliseconds = Math.floor(Number(`0.${parts.fraction ?? 0}`) * 1000);
  const minutes = hour * 60 + minute - zoneMinutes(parts.zone ?? "");
  return midnight + minutes * 60_000 + second * 1000 + milliseconds;
}

/** Years of two digits as RFC 5322 reads them. */
function fullYear(written: string): number {
  const year = Number(written);
  if (written.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function zoneMinutes(written: string): number {
  const zone = written.replace(/\(.*$/, "").trim().toUpperCase();
  const [, sign, hours = 0, minutes = 0] = OFFSET.exec(zone) ?? [];
  if (sign === undefined) return ZONES[zone] ?? 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
