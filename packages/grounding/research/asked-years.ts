import { findDates } from "../text/dates.ts";

/** Returns the years a text names. */
function findYears(text: string): ReadonlySet<number> {
  return new Set(findDates(text).map(({ year }) => year));
}

function namesOneOf(asked: ReadonlySet<number>, text: string): boolean {
  return [...findYears(text)].some((year) => asked.has(year));
}

/** Tells whether a text that names years names one of those asked for; one that names none is about any. */
function fits(asked: ReadonlySet<number>, text: string): boolean {
  return findYears(text).size === 0 || namesOneOf(asked, text);
}

/** Holds what a page or a piece of it says under its title. */
interface Titled {
  title: string;
  text: string;
}

function joinTitle({ title, text }: Titled): string {
  return `${title} ${text}`;
}

/**
 * Returns the evidence about the years a question names, title included: last year's winner is no answer
 * about this year's. A question that names none, and one whose years no evidence names, keeps all.
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
