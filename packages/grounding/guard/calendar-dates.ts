import { findDates } from "../text/dates.ts";
import { blankOut } from "./blank-out.ts";

/** A date as given in a text: a year, a day without a year, a decade, or a day of the week. */
export interface CalendarDate {
  year?: number | undefined;
  /** 1 to 12. */
  month?: number | undefined;
  day?: number | undefined;
  /** For "the 1960s". Any year of the decade supports it. */
  decade?: number;
  /** Three lower-case letters. */
  weekday?: string;
  written: string;
  start: number;
  end: number;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?)(?!\\p{L})";
const DAY = "(?<![\\d.,])\\d{1,2}(?:st|nd|rd|th)?(?![\\p{L}\\p{N}])";
const WITHOUT_YEAR = new RegExp(
  [
    `(?<firstDay>${DAY})(?:\\s+of)?\\s+(?<itsMonth>${MONTH})`,
    `\\b(?<firstMonth>${MONTH})\\s+(?<itsDay>${DAY})`,
    // "May" and "March" are also ordinary words. The word before shows that the month is meant.
    `(?<=\\b(?:in|since|until|by|of|last|next|this|early|mid|late|during|from|to)[\\s-])(?<month>${MONTH})`,
    "\\b(?<weekday>Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\\b",
  ].join("|"),
  "gu",
);

/** Matches every text that may contain a date without a year. */
const MAY_BE_UNDATED =
  /Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/;

/** Matches a hyphen between two years, which `findDates` would take for part of a longer number. */
const YEARS_JOINED = /(?<=(?<![\d-])[12]\d{3})-(?=[12]\d{3}(?![\d-]))/g;
/** Matches the end of a range: in "1957–64", it has the century of the start. */
const RANGE_END = /^\s?[-–—/]\s?(\d{2})(?!\d)/;
const DECADE_END = /^['’]?s(?!\p{L})/u;

/** Returns every date in a text: first those with a year from 1000 to 2099, then those without a year. */
export function findCalendarDates(text: string): CalendarDate[] {
  const dated = findDates(text.replace(YEARS_JOINED, "–")).flatMap(
    ({ year, month, day, start, end }): CalendarDate[] => {
      const date = { year, month, day, written: text.slice(start, end), start, end };
      return month === undefined ? readYears(date, text.slice(end, end + 8)) : [date];
    },
  );
  const rest = MAY_BE_UNDATED.test(text) ? blankOut(text, dated) : "";
  const undated = Array.from(rest.matchAll(WITHOUT_YEAR), (match): CalendarDate => {
    const { firstDay, itsMonth, firstMonth, itsDay, month, weekday } = match.groups ?? {};
    const at = { written: match[0], start: match.index, end: match.index + match[0].length };
    if (weekday !== undefined) return { weekday: weekday.slice(0, 3).toLowerCase(), ...at };
    const name = itsMonth ?? firstMonth ?? month ?? "";
    const day = firstDay ?? itsDay;
    return {
      month: MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1,
      day: day === undefined ? undefined : Number.parseInt(day, 10),
      ...at,
    };
  });
  return [...dated, ...undated];
}

/** Returns a year and what continues it: its decade, or the end of a range. `after` is the text after it. */
function readYears(date: CalendarDate & { year: number }, after: string): CalendarDate[] {
  const { year, written, start, end } = date;
  const plural = DECADE_END.exec(after)?.[0];
  if (plural !== undefined)
    return [
      { decade: Math.floor(year / 10) * 10, written: written + plural, start, end: end + plural.length },
    ];
  const range = RANGE_END.exec(after);
  const last = Math.floor(year / 100) * 100 + Number(range?.[1]);
  if (range === null || last <= year) return [date];
  const whole = { written: written + range[0], start, end: end + range[0].length };
  return [
    { year, ...whole },
    { year: last, ...whole },
  ];
}

/** Returns the key that evidence must contain to support a date. */
export function toDateKey({ year, month, day, decade, weekday }: CalendarDate): string {
  if (weekday !== undefined) return weekday;
  return decade === undefined ? `${year ?? ""}-${month ?? ""}-${day ?? ""}` : `${decade}s`;
}

/**
 * Returns the keys of everything that a date implies: a full date implies its month, its year and its decade.
 */
export function toDateKeys(date: CalendarDate): string[] {
  const { year, month, day } = date;
  const keys = [toDateKey(date)];
  if (year !== undefined) keys.push(`${year}--`, `${year}-${month ?? ""}-`, `${Math.floor(year / 10) * 10}s`);
  if (month !== undefined) keys.push(`-${month}-`, `-${month}-${day ?? ""}`);
  return keys;
}
