import { distinctPeople } from "./analysis/ambiguity.ts";
import { bearsSubject } from "./analysis/coverage.ts";
import type { Snippet } from "./analysis/snippet.ts";
import type { Evidence } from "./evidence.ts";
import type { Question } from "./question.ts";

/** Whom the evidence is about. */
export interface Namesakes {
  /** It is about several people, and nothing asked for picks one of them. */
  ambiguous: boolean;
  /** How many people could be told apart. */
  people: number;
  /** One piece a person, then the pages that only list namesakes; empty unless ambiguous. */
  candidates: Evidence[];
  /** What is about the person asked for: everything, unless one was picked from several. */
  chosen: Evidence[];
}

/**
 * Tells the people of one name apart. A page is read as a whole, for its quotes are about one person and two of them say more
 * about who that is than each alone.
 */
export function tellNamesakes(question: Question, evidence: readonly Evidence[]): Namesakes {
  const pages = byPage(evidence);
  const snippets = pages.map(([first, ...others]) => ({
    ...first,
    text: [first, ...others].map(({ text }) => text).join(" "),
  }));
  const { ambiguous, groups, chosen } = distinctPeople({ ...question, snippets });
  const grouped = new Set(groups.flat());
  const bears = (snippet: Snippet) => question.subject !== null && bearsSubject(snippet, question.subject);
  const listed = snippets.flatMap((snippet, index) => (grouped.has(index) || !bears(snippet) ? [] : [index]));
  const shown = [...groups.flatMap((group) => group.slice(0, 1)), ...listed];
  const wanted = new Set(chosen?.flatMap((index) => pages[index] ?? []) ?? evidence);
  return {
    ambiguous,
    people: groups.length,
    candidates: ambiguous ? shown.flatMap((index) => pages[index]?.[0] ?? []) : [],
    chosen: evidence.filter((piece) => wanted.has(piece)),
  };
}

type Page = [Evidence, ...Evidence[]];

function byPage(evidence: readonly Evidence[]): Page[] {
  const pages = new Map<string, Page>();
  for (const piece of evidence) {
    const page = pages.get(piece.url);
    if (page === undefined) pages.set(piece.url, [piece]);
    else page.push(piece);
  }
  return [...pages.values()];
}
