import { findDates } from "../../text/dates.ts";
import { findUnsupportedFacts } from "../fact-book.ts";
import { type Comparison, countFacts } from "./compare.ts";
import { scoreWord } from "./cover.ts";
import type { ReadEvidence, Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";

const NOW =
  /,?\s*(?<!\p{L})(?:currently|nowadays|now|today|at present)(?!\p{L}),?|(?<!\p{L})current(?=\s)/giu;
const NEWEST = /(?<!\p{L})(?:latest|newest|most recent(?:ly)?)(?!\p{L})/giu;

/** A sentence that says that something holds now, or is the newest of its kind. */
export interface CurrencyClaim {
  /** The sentence without the words that say so. */
  rest: string;
  /** True if it calls something the newest, which only a dated source can show. */
  isNewest: boolean;
}

/** Returns the claim that a sentence is current, or undefined if it makes none. */
export function readCurrencyClaim(text: string): CurrencyClaim | undefined {
  const isNewest = text.search(NEWEST) >= 0;
  if (!isNewest && text.search(NOW) < 0) return undefined;
  const rest = text.replace(NEWEST, " ").replace(NOW, " ").replace(/\s+/g, " ").trim();
  return { rest, isNewest };
}

/** Minimum share of a statement's words in a sentence that speaks of the same thing. */
const MIN_SAME_SHARE = 0.5;

/**
 * Returns whether the source of a claim is the newest of those that speak of the same thing with other names
 * or numbers. A source has the date of its sentence, otherwise of its title, otherwise of its publication.
 */
export function isNewestSource(
  { said, clauses }: Comparison,
  { sources }: ReadEvidence,
  { isNewest }: CurrencyClaim,
): boolean {
  const own = clauses[0]?.match.source;
  if (own === undefined) return false;
  const date = findDateOf(own);
  if (isNewest && date === undefined) return false;
  return sources.every((other) => {
    if (other === own || !isRival(said, other)) return true;
    const theirs = findDateOf(other);
    if (date === undefined || theirs === undefined) return date !== undefined;
    return isBefore(theirs, date);
  });
}

/** Returns whether a source speaks of the same thing as a statement, with another name or number. */
function isRival(said: ReadSentence, { read, title }: Source): boolean {
  const words = said.plain;
  const shared = words.filter((word) => scoreWord(word, [read, title]) === 1);
  if (shared.length < MIN_SAME_SHARE * words.length || !shared.some((word) => scoreWord(word, [read]) === 1))
    return false;
  const isSaid = countFacts(findUnsupportedFacts(said.facts, [read.book, title.book])) === 0;
  return !isSaid && countFacts(findUnsupportedFacts(read.facts, [said.book, title.book])) > 0;
}

function findDateOf({ read, title, sentence: { published } }: Source): string | undefined {
  const year = findLastYear(read.text) ?? findLastYear(title.text);
  return year === undefined || published?.startsWith(year) ? published : year;
}

function findLastYear(text: string): string | undefined {
  const years = findDates(text).map(({ year }) => year);
  return years.length === 0 ? undefined : String(Math.max(...years));
}

/** Compares two dates, each of which may be only a year. */
function isBefore(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}
