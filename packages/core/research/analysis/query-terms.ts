import { nameWords } from "../../text/name-mentions.ts";
import { termWeight } from "../../text/term-weights.ts";
import { contentWords, singular } from "../../text/tokens.ts";

/** A content word of a query with its weight. */
export interface QueryTerm {
  word: string;
  weight: number;
}

/** What a question asks for rather than about; a page answers "biography of …" without the word. */
const ASKING_WORDS = new Set(
  "bio biography biographical detail fact information info profile summary overview background story life tell question answer name know".split(
    " ",
  ),
);

/** The name of a subject as one term: whoever holds only a part of it does not hold it. */
export function nameTerm(subject: string): QueryTerm {
  const name = nameWords(subject);
  return { word: name.join(" "), weight: name.reduce((sum, word) => sum + termWeight(singular(word)), 0) };
}

/** What a query asks about, each term once: its content words, and the subject's name as a single term in place of its words. */
export function queryTerms(query: string, subject: string | null): QueryTerm[] {
  const own = new Set(subject === null ? [] : nameWords(subject).flatMap((word) => [word, singular(word)]));
  const asked = [...new Set(contentWords(query).filter((word) => !own.has(word)))];
  const telling = asked.filter((word) => !ASKING_WORDS.has(word));
  // A nameless query made of nothing else still asks about its words.
  const chosen = telling.length === 0 && subject === null ? asked : telling;
  const terms = chosen.map((word) => ({ word, weight: termWeight(word) }));
  return subject === null ? terms : [nameTerm(subject), ...terms];
}
