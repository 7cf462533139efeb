import type { Language } from "../lexicon/language.ts";
import { writeOutYearsAround } from "../lexicon/relative-time.ts";

const YEAR = /(?<!\p{N})(?:1\d{3}|20\d{2})(?!\p{N})/u;
const YEARS = new RegExp(YEAR, "gu");
const ONLY_YEAR = new RegExp(
  `^\\P{L}{0,8}(?:\\p{L}{1,5} ){0,2}(?<year>${YEAR.source})(?:[年년].{0,2})?\\P{L}{0,8}$`,
  "u",
);

export function hasYear(text: string): boolean {
  return YEAR.test(text);
}

/** Returns the year of a turn that states only a year: "In 2019?". */
export function readOnlyYear(text: string): string | undefined {
  return ONLY_YEAR.exec(text)?.groups?.year;
}

/**
 * Writes out a year that a follow-up states relative to the last question's: "the year before". Leaves a turn
 * that states a year, and any turn if the last question has none or several.
 */
export function resolveYears(text: string, lastAsked: string, language: Language | null): string {
  const [year, ...others] = lastAsked.match(YEARS) ?? [];
  if (year === undefined || others.length > 0 || hasYear(text)) return text;
  return writeOutYearsAround(text, Number(year), language);
}

/** Removes years, because a question with a year asks about no other year of its topic. */
export function withoutYears(text: string): string {
  return text.replace(YEARS, "");
}

/** Returns the question about another year, or null if one of the texts has no year. */
export function exchangeYear(question: string, other: string): string | null {
  const year = readOnlyYear(other);
  return year === undefined || !hasYear(question) ? null : question.replace(YEAR, year);
}
