import { writeOutYears } from "../lexicon/relative-time.ts";
import { findDates } from "../text/dates.ts";

function findYears(text: string): ReadonlySet<number> {
  return new Set(findDates(text).map(({ year }) => year));
}

function namesOneOf(asked: ReadonlySet<number>, text: string): boolean {
  return [...findYears(text)].some((year) => asked.has(year));
}

/** Returns whether a text contains one of the years asked about. A text without years fits any. */
function fits(asked: ReadonlySet<number>, text: string): boolean {
  return findYears(text).size === 0 || namesOneOf(asked, text);
}

/** Text of a page or a piece of it, with its title. */
interface Titled {
  title: string;
  text: string;
  published?: string | undefined;
}

/**
 * Returns a page's title. Adds the year of its publication if the page states no year or only later ones:
 * "the committee will report by 2027" was written before 2027.
 */
export function addYearToTitle({ title, text, published }: Titled): string {
  if (published === undefined) return title;
  const year = Number(published.slice(0, 4));
  const stated = findYears(`${title} ${dateText(text, published)}`);
  return [...stated].some((one) => one <= year) ? title : `${title} ${year}`;
}

/** Writes out the years that a text gives relative to its publication: "last year". */
export function dateText(text: string, published: string | undefined): string {
  const written = published === undefined ? Number.NaN : Date.parse(published);
  return Number.isNaN(written) ? text : writeOutYears(text, written);
}

function joinTitle(piece: Titled): string {
  return `${addYearToTitle(piece)} ${dateText(piece.text, piece.published)}`;
}

/**
 * Returns the evidence about the years in a question, including titles: last year's winner does not answer
 * for this year. Keeps everything if the question has no year, or if no evidence has its years.
 */
export function keepAskedYears<Piece extends Titled>(
  query: string,
  evidence: readonly Piece[],
): readonly Piece[] {
  const asked = findYears(query);
  if (asked.size === 0) return evidence;
  const named = evidence.some((piece) => namesOneOf(asked, joinTitle(piece)));
  return named ? evidence.filter((piece) => fits(asked, joinTitle(piece))) : evidence;
}
