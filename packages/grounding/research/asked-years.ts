import { findDates } from "../text/dates.ts";

/** The years a text names. */
function yearsIn(text: string): ReadonlySet<number> {
  return new Set(findDates(text).map(({ year }) => year));
}

function namesOneOf(asked: ReadonlySet<number>, text: string): boolean {
  return [...yearsIn(text)].some((year) => asked.has(year));
}

/** Whether a text that names years names one of those asked for; one that names none is about any. */
function fits(asked: ReadonlySet<number>, text: string): boolean {
  return yearsIn(text).size === 0 || namesOneOf(asked, text);
}

/** What a page or a piece of it says under its title. */
interface Titled {
  title: string;
  text: string;
}

function titled({ title, text }: Titled): string {
  return `${title} ${text}`;
}

/**
 * The evidence about the years a question names, title included: last year's winner is no answer about this year's. A question that
 * names none, and one whose years no evidence names, keeps all.
 */
export function evidenceOfAskedYears<Piece extends Titled>(
  query: string,
  evidence: readonly Piece[],
): readonly Piece[] {
  const asked = yearsIn(query);
  if (asked.size === 0) return evidence;
  const named = evidence.some((piece) => namesOneOf(asked, titled(piece)));
  return named ? evidence.filter((piece) => fits(asked, titled(piece))) : evidence;
}
