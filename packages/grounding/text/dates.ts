import { LANGUAGES, type Language } from "../lexicon/language.ts";
import { getLexicon } from "../lexicon/lexicon.ts";
import { memoize } from "./memoize.ts";

/** A full or partial date; month from 1 to 12. */
interface DateParts {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

/**
 * A date found in a text. `text.slice(start, end)` is its original form; `approximate` is true if it is
 * marked so ("c. 1583").
 */
interface FoundDate extends DateParts {
  readonly start: number;
  readonly end: number;
  readonly approximate: boolean;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const FOREIGN_MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.filter((language) => language !== "en").flatMap((language) => listMonthNames(language)),
);
const FOREIGN_MONTH = `(${[...FOREIGN_MONTHS.keys()].toSorted((one, other) => other.length - one.length).join("|")})\\.?(?!\\p{L})`;
const YEAR = "(1\\d{3}|20\\d{2})";
/** Every date has a year. Most texts contain none, so the long pattern need not be run. */
const HAS_YEAR = /1\d{3}|20\d{2}/;
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const JOINED = "(?:\\s+(?:de|del|do))?,?\\s+";

const DATE = new RegExp(
  [
    // A month of another language requires a day, because some of these months are English words.
    `(?<iso>(?<![\\d-])${YEAR}-(\\d{2})-(\\d{2})(?![\\d-]))`,
    `(?<dayFirst>(?<!\\d)${DAY}(?:\\s+of)?\\s+${MONTH},?\\s+${YEAR}(?!\\d))`,
    `(?<foreign>(?<!\\d)(\\d{1,2})(?:\\.|er|º|°)?(?:\\s+de)?\\s+${FOREIGN_MONTH}${JOINED}${YEAR}(?!\\d))`,
    `(?<dotted>(?<![\\d.])(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?${YEAR}(?![\\d.]\\d))`,
    `(?<eastern>(?<!\\d)${YEAR}\\s?[年년]\\s?(\\d{1,2})\\s?[月월](?:\\s?(\\d{1,2})\\s?[日号號일])?)`,
    `(?<monthFirst>\\b${MONTH}\\s+${DAY},?\\s+${YEAR}(?!\\d))`,
    `(?<monthYear>\\b${MONTH},?\\s+${YEAR}(?!\\d))`,
    `(?<yearOnly>(?<![\\d.,$€£#/-])${YEAR}(?![\\d%]|[.,]\\d))`,
  ].join("|"),
  "giu",
);

const APPROXIMATE =
  /(?:(?<!\p{L})(?:c|ca|circa|about|around|approximately|before|after|probably|possibly|early|late|um|etwa|vor|nach|hacia|alrededor de|vers|verso|circa il|rond|omstreeks|около|примерно|yaklaşık|حوالي|نحو)\.?\s*|[~约約]\s*)$/u;

/**
 * Returns the full names of a language's months in lower case. Abbreviations of three letters are omitted,
 * because they are words in other languages.
 */
function listMonthNames(language: Language): [string, number][] {
  return getLexicon(language).words.months.flatMap((forms, at) =>
    forms
      .split("|")
      .filter(
        (form) =>
          !/\d|[月월]/u.test(form) && (form.length > 3 || /^(?:mai|mei|май|мая|мае|آب|أوت)$/u.test(form)),
      )
      .map((form): [string, number] => [form, at + 1]),
  );
}

function findMonthNumber(written: string): number {
  return MONTHS.findIndex((month) => month.startsWith(written.toLowerCase().slice(0, 3))) + 1;
}

function readDateParts(match: RegExpMatchArray): DateParts {
  const captured = match.slice(1).filter((group) => group !== undefined);
  const [, first = "", second = "", third = ""] = captured;
  const groups = match.groups ?? {};
  if (groups.iso !== undefined) return { year: Number(first), month: Number(second), day: Number(third) };
  if (groups.dayFirst !== undefined)
    return { year: Number(third), month: findMonthNumber(second), day: Number(first) };
  if (groups.foreign !== undefined)
    return { year: Number(third), month: FOREIGN_MONTHS.get(lowerCase(second)) ?? 0, day: Number(first) };
  if (groups.dotted !== undefined) return readDottedDate(Number(first), Number(second), Number(third));
  if (groups.eastern !== undefined)
    return { year: Number(first), month: Number(second), ...(third === "" ? {} : { day: Number(third) }) };
  if (groups.monthFirst !== undefined)
    return { year: Number(third), month: findMonthNumber(first), day: Number(second) };
  if (groups.monthYear !== undefined) return { year: Number(second), month: findMonthNumber(first) };
  return { year: Number(first) };
}

function lowerCase(month: string): string {
  return month.replace(/İ/g, "i").toLowerCase();
}

/**
 * Reads a date such as "3.4.1954", in which the day always comes first. If the second number cannot be a
 * month, returns only the year.
 */
function readDottedDate(day: number, month: number, year: number): DateParts {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : { year };
}

const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g;

/**
 * Replaces Arabic, Persian and full-width digits by ASCII digits, preserving the length. The last hexadecimal
 * digit of the code point is the digit's value.
 */
function toAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
}

/**
 * Finds all dates and bare years from 1000 to 2099 in a text, in order. Prices, decimals and percentages are
 * not years.
 */
export const findDates = memoize((text): readonly FoundDate[] => {
  const plain = toAsciiDigits(text);
  if (!HAS_YEAR.test(plain)) return [];
  return Array.from(plain.matchAll(DATE), (match) => ({
    ...readDateParts(match),
    start: match.index,
    end: match.index + match[0].length,
    approximate: APPROXIMATE.test(text.slice(Math.max(0, match.index - 16), match.index).toLowerCase()),
  }));
});
