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

/** Returns a page's title, with the year of its publication if the page states no other. */
export function addYearToTitle({ title, text, published }: Titled): string {
  if (published === undefined || findYears(`${title} ${text}`).size > 0) return title;
  return `${title} ${published.slice(0, 4)}`;
}

function joinTitle(piece: Titled): string {
  return `${addYearToTitle(piece)} ${piece.text}`;
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
