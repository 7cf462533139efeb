import { shortenQuery } from "./backends/query-limits.ts";

/** What every backend takes; each cuts further to its own limit. */
const SHARED_LIMITS = { characters: 399, words: 50 };

/**
 * What is typed into the search: the question, then those words of its context that it does not say itself, on one line and short
 * enough for every backend. A long question that names its subject only beyond the cut gets the name put first: without it, it
 * would be a search for somebody else.
 */
export function searchText(query: string, context: string, subject: string | null): string {
  const said = new Set(query.toLowerCase().split(/\s+/));
  const added = context.split(/\s+/).filter((word) => !said.has(word.toLowerCase()));
  const whole = [query, ...added].join(" ");
  const short = shortenQuery(whole, SHARED_LIMITS);
  const named = subject === null || short.toLowerCase().includes(subject.toLowerCase());
  return named ? short : shortenQuery(`${subject} ${whole}`, SHARED_LIMITS);
}
