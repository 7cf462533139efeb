/** A date as far as it is known; ISO parts (month 1 to 12). */
export interface DateParts {
  year: number;
  month?: number;
  day?: number;
}

/** A date found in a text; `text.slice(start, end)` is how it was written, `approximate` when marked so ("c. 1583"). */
export interface FoundDate extends DateParts {
  start: number;
  end: number;
  approximate: boolean;
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const YEAR = "(1\\d{3}|20\\d{2})";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";

const DATE = new RegExp(
  [
    `(?<iso>(?<![\\d-])${YEAR}-(\\d{2})-(\\d{2})(?![\\d-]))`,
    `(?<dayFirst>(?<!\\d)${DAY}(?:\\s+of)?\\s+${MONTH},?\\s+${YEAR}(?!\\d))`,
    `(?<monthFirst>\\b${MONTH}\\s+${DAY},?\\s+${YEAR}(?!\\d))`,
    `(?<monthYear>\\b${MONTH},?\\s+${YEAR}(?!\\d))`,
    `(?<yearOnly>(?<![\\d.,$€£#/-])${YEAR}(?![\\d%]|[.,]\\d))`,
  ].join("|"),
  "giu",
);

const APPROXIMATE =
  /(?:\b(?:c|ca|circa|about|around|approximately|before|after|probably|possibly|early|late)\.?\s*|~\s*)$/i;

function monthNumber(written: string): number {
  return MONTHS.findIndex((month) => month.startsWith(written.toLowerCase().slice(0, 3))) + 1;
}

function partsOf(match: RegExpMatchArray): DateParts {
  const captured = match.slice(1).filter((group) => group !== undefined);
  const [, first = "", second = "", third = ""] = captured;
  const groups = match.groups ?? {};
  if (groups.iso !== undefined) return { year: Number(first), month: Number(second), day: Number(third) };
  if (groups.dayFirst !== undefined)
    return { year: Number(third), month: monthNumber(second), day: Number(first) };
  if (groups.monthFirst !== undefined)
    return { year: Number(third), month: monthNumber(first), day: Number(second) };
  if (groups.monthYear !== undefined) return { year: Number(second), month: monthNumber(first) };
  return { year: Number(first) };
}

/** Every date and bare year from 1000 to 2099 in a text, in order. Prices, decimals and percentages are not years. */
export function findDates(text: string): FoundDate[] {
  return Array.from(text.matchAll(DATE), (match) => ({
    ...partsOf(match),
    start: match.index,
    end: match.index + match[0].length,
    approximate: APPROXIMATE.test(text.slice(Math.max(0, match.index - 16), match.index)),
  }));
}
