import { nameMentions } from "../../text/name-mentions.ts";
import { looksLikePerson } from "../../text/person-name.ts";
import { contentWords } from "../../text/tokens.ts";
import { nameTerm, type QueryTerm, queryTerms } from "./query-terms.ts";
import { registrableDomain } from "./registrable-domain.ts";
import type { Snippet } from "./snippet.ts";

/** How well the evidence covers a query. Every figure is in [0, 1]; `relevant` indexes the snippets that match enough to count. */
export interface Coverage {
  score: number;
  terms: { termShare: number; domainSpread: number; snippetCount: number; bestMatch: number };
  relevant: number[];
}

const WEIGHTS = { termShare: 0.4, domainSpread: 0.25, snippetCount: 0.2, bestMatch: 0.15 };
const ENOUGH_DOMAINS = 3;
const ENOUGH_SNIPPETS = 5;
/** The weighted share of the query's terms that one snippet must hold before it counts at all. */
const RELEVANT_SHARE = 0.5;
/** A query of this many telling words or more is not answered by a snippet that holds one of them. */
const SEVERAL_WORDS = 3;

/** The terms a snippet holds, its title included: its content words, and the subject's name where it stands whole. */
function vocabulary(snippet: Snippet, subject: string | null): ReadonlySet<string> {
  const held = new Set(contentWords(`${snippet.title} ${snippet.text}`));
  if (subject !== null && bearsSubject(snippet, subject)) held.add(nameTerm(subject).word);
  return held;
}

/** The weighted share of the terms that a vocabulary holds; 1 when there is nothing to hold. */
export function termShare(terms: readonly QueryTerm[], held: ReadonlySet<string>): number {
  const all = terms.reduce((sum, term) => sum + term.weight, 0);
  if (all === 0) return 1;
  return terms.reduce((sum, term) => sum + (held.has(term.word) ? term.weight : 0), 0) / all;
}

/** Distinct registrable domains, three being enough. */
export function domainSpread(snippets: readonly Snippet[]): number {
  return Math.min(
    1,
    new Set(snippets.map((snippet) => registrableDomain(snippet.domain))).size / ENOUGH_DOMAINS,
  );
}

/** Snippets that count, five being enough. */
export function snippetCount(snippets: readonly Snippet[]): number {
  return Math.min(1, snippets.length / ENOUGH_SNIPPETS);
}

/** The share of the terms in the one snippet that holds most of them; 0 without snippets. */
export function bestMatch(terms: readonly QueryTerm[], vocabularies: readonly ReadonlySet<string>[]): number {
  return Math.max(0, ...vocabularies.map((held) => termShare(terms, held)));
}

/** Whether a snippet bears the subject's full name, in its text or its title. */
export function bearsSubject(snippet: Snippet, subject: string): boolean {
  return nameMentions(snippet.text, subject).length > 0 || nameMentions(snippet.title, subject).length > 0;
}

/**
 * Whether a snippet counts. About a person, what bears the full name does; about anything else it must hold half of what is asked by
 * weight, and of the words more than one, or the rarer of two: a year or a number alone says nothing of what is asked.
 */
function matchesEnough(
  terms: readonly QueryTerm[],
  subject: string | null,
  held: ReadonlySet<string>,
): boolean {
  if (subject !== null && !held.has(nameTerm(subject).word)) return false;
  if (subject !== null && looksLikePerson(subject)) return true;
  const words = terms.filter((term) => !/^\d+$/.test(term.word));
  const found = words.filter((term) => held.has(term.word));
  const rarest = Math.max(0, ...words.map((term) => term.weight));
  const enough =
    words.length >= SEVERAL_WORDS ? found.length > 1 : found.some((term) => term.weight === rarest);
  return enough && termShare(terms, held) >= RELEVANT_SHARE;
}

const NO_COVERAGE = { termShare: 0, domainSpread: 0, snippetCount: 0, bestMatch: 0 };

/**
 * Scores the evidence for a query. Only snippets that match enough count at all, and breadth speaks for the evidence only as far as
 * the evidence speaks of what was asked: so evidence about something else scores 0 however much there is of it, and so does evidence
 * that nowhere bears the full name of the query's subject.
 */
export function coverage(query: string, subject: string | null, snippets: readonly Snippet[]): Coverage {
  const terms = queryTerms(query, subject);
  const held = snippets.map((snippet) => vocabulary(snippet, subject));
  const relevant = held.flatMap((words, index) => (matchesEnough(terms, subject, words) ? [index] : []));
  if (terms.length === 0 || relevant.length === 0) return { score: 0, terms: NO_COVERAGE, relevant: [] };
  const kept = relevant.flatMap((index) => snippets[index] ?? []);
  const keptWords = relevant.flatMap((index) => held[index] ?? []);
  const figures = {
    termShare: termShare(terms, new Set(keptWords.flatMap((words) => [...words]))),
    domainSpread: domainSpread(kept),
    snippetCount: snippetCount(kept),
    bestMatch: bestMatch(terms, keptWords),
  };
  const breadth = WEIGHTS.domainSpread * figures.domainSpread + WEIGHTS.snippetCount * figures.snippetCount;
  const match = WEIGHTS.termShare * figures.termShare + WEIGHTS.bestMatch * figures.bestMatch;
  return { score: Math.min(1, match + breadth * figures.termShare), terms: figures, relevant };
}
