import { cutText } from "@plumbline/core/text/unicode.ts";
import { blankOut } from "./blank-out.ts";
import { type CalendarDate, dateKey, dateKeys, findCalendarDates } from "./calendar-dates.ts";
import { findLinks, linkKeys } from "./links.ts";
import { knowsName, type NameBook, nameBook, nameBookOf } from "./name-book.ts";
import { type NameRun, nameRuns } from "./name-runs.ts";
import { type FoundNumber, findNumbers } from "./numbers.ts";

/** The names, numbers, dates and links that a set of texts bears. */
export interface FactBook {
  links: ReadonlySet<string>;
  dates: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  names: NameBook;
}

/** A detail of a sentence that can be looked up. */
export interface Fact {
  kind: "name" | "number" | "date" | "link";
  written: string;
}

const LONGEST_SHOWN = 80;

/** Reads texts once; `more` are addresses known beside those in the texts. */
export function factBook(texts: readonly string[], more: readonly string[] = []): FactBook {
  const links = new Set<string>();
  const dates = new Set<string>();
  const numbers = new Set<string>();
  for (const text of [...texts, ...more])
    for (const link of findLinks(text)) for (const key of linkKeys(link)) links.add(key);
  for (const text of texts) {
    const read = readDates(text);
    addValues({ dates: read.dates, numbers: findNumbers(read.rest) }, { dates, numbers });
  }
  return { links, dates, numbers, names: nameBook(texts) };
}

/**
 * The book of one text that was read before: its facts, and its folded words in order. Links are left out.
 */
export function bookOfFacts(facts: Facts, words: readonly string[]): FactBook {
  const dates = new Set<string>();
  const numbers = new Set<string>();
  addValues(facts, { dates, numbers });
  return { links: new Set(), dates, numbers, names: nameBookOf([{ words, names: facts.names }]) };
}

function addValues(
  found: Pick<Facts, "dates" | "numbers">,
  { dates, numbers }: { dates: Set<string>; numbers: Set<string> },
): void {
  for (const date of found.dates) {
    for (const key of dateKeys(date)) dates.add(key);
    if (date.year !== undefined) numbers.add(String(date.year));
  }
  for (const { value, unit } of found.numbers) numbers.add(String(value)).add(`${value}${unit}`);
}

/** Which books bear what out. */
export interface Books {
  /** Of names, numbers and links. */
  all: readonly FactBook[];
  /** Of dates; a day of the week is as the user says it. */
  dated: readonly FactBook[];
}

/** The first link, date, number or name of a sentence that no book bears. */
export function foreignFact(sentence: string, { all, dated }: Books): Fact | undefined {
  const links = findLinks(sentence);
  const link = links.find(({ key }) => !all.some((book) => book.links.has(key)));
  if (link) return fact("link", link.written);
  const { dates, rest } = readDates(blankOut(sentence, links));
  const date = dates.find((found) => {
    const books = found.weekday === undefined ? dated : all;
    return !books.some((book) => bearsDate(book, found));
  });
  if (date) return fact("date", date.written);
  const number = findNumbers(rest).find((found) => !all.some((book) => bearsNumber(book, found)));
  if (number) return fact("number", number.written.trim());
  const books = all.map(({ names }) => names);
  const name = nameRuns(rest).find((run) => !knowsName(run, books));
  return name && fact("name", name.written);
}

/** The dates, numbers and names that a text says. */
export interface Facts {
  dates: readonly CalendarDate[];
  numbers: readonly FoundNumber[];
  names: readonly NameRun[];
}

export function factsOf(text: string): Facts {
  const { dates, rest } = readDates(blankOut(text, findLinks(text)));
  return { dates, numbers: findNumbers(rest), names: nameRuns(rest) };
}

/** Those that none of the books bears. */
export function foreignFacts({ dates, numbers, names }: Facts, books: readonly FactBook[]): Facts {
  const nameBooks = books.map((book) => book.names);
  return {
    dates: dates.filter((date) => !books.some((book) => bearsDate(book, date))),
    numbers: numbers.filter((number) => !books.some((book) => bearsNumber(book, number))),
    names: names.filter((run) => !knowsName(run, nameBooks)),
  };
}

function fact(kind: Fact["kind"], written: string): Fact {
  return { kind, written: cutText(written, LONGEST_SHOWN) };
}

/** A bare year may be a count as well ("2000 people"). */
function bearsDate(book: FactBook, date: CalendarDate): boolean {
  if (book.dates.has(dateKey(date))) return true;
  return date.month === undefined && date.year !== undefined && book.numbers.has(String(date.year));
}

function bearsNumber({ numbers }: FactBook, { value, unit }: FoundNumber): boolean {
  return numbers.has(`${value}${unit}`);
}

function readDates(text: string): { dates: CalendarDate[]; rest: string } {
  const dates = findCalendarDates(text);
  return { dates, rest: blankOut(text, dates) };
}
