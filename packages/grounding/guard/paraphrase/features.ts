import { foreignFacts } from "../fact-book.ts";
import { type Comparison, countFacts } from "./compare.ts";
import { coverOf } from "./cover.ts";
import type { ReadEvidence } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { readSubject } from "./subject.ts";

/** The features that a sentence is scored by. The learned weights hold only for this order. */
export const FEATURES = [
  "alone_share",
  "alone_exact",
  "alone_missing",
  "window_share",
  "window_exact",
  "window_missing",
  "window_lacking",
  "window_heaviest",
  "window_missing_small",
  "two_share",
  "two_missing",
  "all_share",
  "all_exact",
  "all_missing",
  "all_lacking",
  "all_heaviest",
  "all_missing_small",
  "own_window_share",
  "own_all_share",
  "title_share",
  "second_share",
  "names",
  "numbers",
  "dates",
  "names_missing",
  "numbers_missing",
  "dates_missing",
  "names_missing_all",
  "numbers_missing_all",
  "dates_missing_all",
  "clauses",
  "clause_least",
  "clause_facts_missing",
  "clause_disagreements",
  "pairs_share",
  "pairs_all_share",
  "in_order",
  "back_share",
  "near_facts",
  "content_words",
  "weight",
  "source_words",
  "position",
  "sentences",
  "subject",
] as const;

export function featuresOf(comparison: Comparison, evidence: ReadEvidence): Float64Array {
  const { said, matches, clauses } = comparison;
  const [best, second] = matches;
  const { alone, cover, source, missing } = best;
  const content = said.plain;
  const others = matches.slice(1).map((match) => match.source.read);
  const two = others[0] === undefined ? cover : coverOf(content, [source.read, others[0], source.title]);
  const all = coverOf(content, evidence.held);
  const title = new Set(source.title.content.keys());
  const own = coverOf(content, source.held.near, title);
  const foreign = foreignFacts(said.facts, evidence.books);
  const weight = content.reduce((sum, word) => sum + word.weight, 0);
  const values: Readonly<Record<(typeof FEATURES)[number], number>> = {
    alone_share: alone.share,
    alone_exact: alone.exact,
    alone_missing: alone.missing,
    window_share: cover.share,
    window_exact: cover.exact,
    window_missing: cover.missing,
    window_lacking: cover.lacking,
    window_heaviest: cover.heaviest,
    window_missing_small: cover.missingSmall,
    two_share: two.share,
    two_missing: two.missing,
    all_share: all.share,
    all_exact: all.exact,
    all_missing: all.missing,
    all_lacking: all.lacking,
    all_heaviest: all.heaviest,
    all_missing_small: all.missingSmall,
    own_window_share: own.share,
    own_all_share: coverOf(content, evidence.held, title).share,
    title_share: coverOf(content, [source.title]).exact,
    second_share: second?.cover.share ?? 0,
    names: said.facts.names.length,
    numbers: said.facts.numbers.length,
    dates: said.facts.dates.length,
    names_missing: missing.names.length,
    numbers_missing: missing.numbers.length,
    dates_missing: missing.dates.length,
    names_missing_all: foreign.names.length,
    numbers_missing_all: foreign.numbers.length,
    dates_missing_all: foreign.dates.length,
    clauses: clauses.length,
    clause_least: Math.min(...clauses.map(({ match }) => match.cover.share)),
    clause_facts_missing: clauses.reduce((sum, { match }) => sum + countFacts(match.missing), 0),
    clause_disagreements: clauses.reduce((sum, { disagreements }) => sum + disagreements.length, 0),
    pairs_share: shareOf(said.pairs, [source.read, ...(source.previous ? [source.previous.read] : [])]),
    pairs_all_share: shareOf(said.pairs, [source.read, ...others]),
    in_order: inOrder(said, source.read),
    back_share: coverOf(source.read.content.values(), [said, source.title]).share,
    near_facts: nearFacts(said, source.read),
    content_words: said.content.size,
    weight,
    source_words: source.read.words.length,
    position: source.position,
    sentences: evidence.sources.length,
    subject: ["none", "pronoun", "name"].indexOf(readSubject(said).kind),
  };
  return Float64Array.from(FEATURES, (name) => values[name]);
}

function shareOf(pairs: ReadonlySet<string>, texts: readonly ReadSentence[]): number {
  if (pairs.size === 0) return 1;
  let held = 0;
  for (const pair of pairs) if (texts.some((text) => text.pairs.has(pair))) held += 1;
  return held / pairs.size;
}

/**
 * The share of a statement's words that stand in the source in the same order: the longest common
 * subsequence.
 */
function inOrder(said: ReadSentence, source: ReadSentence): number {
  const theirs = [...source.content.keys()];
  let row = new Uint16Array(theirs.length + 1);
  for (const stem of said.content.keys()) {
    const next = new Uint16Array(theirs.length + 1);
    for (const [at, other] of theirs.entries())
      next[at + 1] = stem === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0);
    row = next;
  }
  return (row.at(-1) ?? 0) / Math.max(1, said.content.size);
}

const NEAR = 4;

/**
 * The least share of the words around a capitalised word or number of the statement that stand around it in
 * the source too.
 */
function nearFacts(said: ReadSentence, source: ReadSentence): number {
  const ours = said.words.filter(({ stop }) => !stop);
  const theirs = source.words.filter(({ stop }) => !stop);
  let least = 1;
  for (const [at, word] of ours.entries()) {
    if (!word.capital && !/^\d/.test(word.word)) continue;
    const around = ours.slice(Math.max(0, at - NEAR), at + NEAR + 1).filter((one) => one !== word);
    if (around.length === 0) continue;
    let best = 0;
    for (const [place, other] of theirs.entries()) {
      if (other.stem !== word.stem) continue;
      const near = new Set(
        theirs.slice(Math.max(0, place - 2 * NEAR), place + 2 * NEAR + 1).map(({ stem }) => stem),
      );
      best = Math.max(best, around.filter(({ stem }) => near.has(stem)).length / around.length);
    }
    least = Math.min(least, best);
  }
  return least;
}
