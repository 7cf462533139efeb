import { cutText } from "@plumbline/core/text/unicode.ts";
import { splitWords } from "../text/tokens.ts";
import { blankOut } from "./blank-out.ts";
import { type CalendarDate, findCalendarDates, toDateKey, toDateKeys } from "./calendar-dates.ts";
import { findLinks, type Link, toLinkKeys } from "./links.ts";
import { containsName, createNameBook, type NameBook } from "./name-book.ts";
import { findNameRuns, type NameRun } from "./name-runs.ts";
import { type FoundNumber, findNumbers } from "./numbers.ts";

/** The names, numbers, dates and links in a set of texts. */
export interface FactBook {
  links: ReadonlySet<string>;
  dates: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  names: NameBook;
}

/** A checkable detail of a sentence. */
export interface Fact {
  kind: "name" | "number" | "date" | "link";
  written: string;
}

const MAX_SHOWN_LENGTH = 80;

/** A text with its facts and its folded words in order. */
export interface TextFacts {
  facts: Facts;
  words: readonly string[];
}

/** Collects the facts of texts. Addresses also count as names and numbers. */
export function createFactBook(texts: readonly string[]): FactBook {
  return buildFactBook(
    texts.map((text) => ({ facts: readFactsAndLinks(text), words: splitWords(text) })),
    texts.flatMap(findLinks),
  );
}

/** Collects the facts of texts that were already read. Links are passed separately. */
export function buildFactBook(texts: readonly TextFacts[], links: readonly Link[] = []): FactBook {
  const dates = new Set<string>();
  const numbers = new Set<string>();
  for (const { facts } of texts) addValues(facts, { dates, numbers });
  const names = createNameBook(texts.map((text) => ({ words: text.words, names: text.facts.names })));
  return { links: new Set(links.flatMap(toLinkKeys)), dates, numbers, names };
}

function addValues(
  found: Pick<Facts, "dates" | "numbers">,
  { dates, numbers }: { dates: Set<string>; numbers: Set<string> },
): void {
  for (const date of found.dates) {
    for (const key of toDateKeys(date)) dates.add(key);
    if (date.year !== undefined) numbers.add(String(date.year));
  }
  for (const { value, unit } of found.numbers) numbers.add(String(value)).add(`${value}${unit}`);
}

/**
 * Returns the first link, date, number or name of a sentence that no book contains. Dates must be in one of
 * `dated`; a day of the week may be in any book.
 */
export function findUnsupportedFact(
  sentence: string,
  all: readonly FactBook[],
  dated = all,
): Fact | undefined {
  const links = findLinks(sentence);
  const link = links.find(({ key }) => !all.some((book) => book.links.has(key)));
  if (link) return createFact("link", link.written);
  const { dates, rest } = readDates(blankOut(sentence, links));
  const date = dates.find((found) => {
    const books = found.weekday === undefined ? dated : all;
    return !books.some((book) => containsDate(book, found));
  });
  if (date) return createFact("date", date.written);
  const number = findNumbers(rest).find((found) => !all.some((book) => containsNumber(book, found)));
  if (number) return createFact("number", number.written.trim());
  const books = all.map(({ names }) => names);
  const name = findNameRuns(rest).find((run) => !containsName(run, books));
  return name && createFact("name", name.written);
}

/** The dates, numbers and names in a text. */
export interface Facts {
  dates: readonly CalendarDate[];
  numbers: readonly FoundNumber[];
  names: readonly NameRun[];
}

export function readSentenceFacts(text: string): Facts {
  return readFactsAndLinks(blankOut(text, findLinks(text)));
}

/** Reads addresses like any other words. */
export function readFactsAndLinks(text: string): Facts {
  const { dates, rest } = readDates(text);
  return { dates, numbers: findNumbers(rest), names: findNameRuns(rest) };
}

/** Returns the facts that no book contains. */
export function findUnsupportedFacts({ dates, numbers, names }: Facts, books: readonly FactBook[]): Facts {
  const nameBooks = books.map((book) => book.names);
  return {
    dates: dates.filter((date) => !books.some((book) => containsDate(book, date))),
    numbers: numbers.filter((number) => !books.some((book) => containsNumber(book, number))),
    names: names.filter((run) => !containsName(run, nameBooks)),
  };
}

function createFact(kind: Fact["kind"], written: string): Fact {
  return { kind, written: cutText(written, MAX_SHOWN_LENGTH) };
}

/** Returns whether a book contains a date. A bare year may also be a count ("2000 people"). */
function containsDate(book: FactBook, date: CalendarDate): boolean {
  if (book.dates.has(toDateKey(date))) return true;
  return date.month === undefined && date.year !== undefined && book.numbers.has(String(date.year));
}

function containsNumber({ numbers }: FactBook, { value, unit }: FoundNumber): boolean {
  return numbers.has(`${value}${unit}`);
}

function readDates(text: string): { dates: CalendarDate[]; rest: string } {
  const dates = findCalendarDates(text);
  return { dates, rest: blankOut(text, dates) };
}
