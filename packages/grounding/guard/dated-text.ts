import { writeOutYears } from "../lexicon/relative-time.ts";
import { memoize } from "../text/memoize.ts";
import { findCalendarDates } from "./calendar-dates.ts";

/**
 * Returns a text with the years that its date of publication adds: "last year", and the year of "on 1
 * September", which is the one closest to the publication. `published` is YYYY-MM-DD.
 */
export function addPublicationYears(published: string | undefined, text: string): string {
  return published === undefined ? text : addYears(text, published);
}

const addYears = memoize((text: string, published: string): string => {
  const at = Date.parse(published);
  if (Number.isNaN(at)) return text;
  let dated = text;
  for (const { year, month, day, end } of findCalendarDates(text).toSorted(
    (one, other) => other.end - one.end,
  ))
    if (year === undefined && month !== undefined && day !== undefined)
      dated = `${dated.slice(0, end)} ${findClosestYear(at, month, day)}${dated.slice(end)}`;
  return writeOutYears(dated, at);
});

/** Replaces "last year" and "this year" as said on a day, YYYY-MM-DD. */
export function resolveYearsToday(today: string | undefined, text: string): string {
  return today === undefined ? text : writeOutYears(text, Date.parse(today));
}

function findClosestYear(at: number, month: number, day: number): number {
  const year = new Date(at).getUTCFullYear();
  const distance = (one: number) => Math.abs(Date.UTC(one, month - 1, day) - at);
  return [year - 1, year + 1].reduce((best, one) => (distance(one) < distance(best) ? one : best), year);
}
