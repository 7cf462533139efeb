import { nameMentions, nameWords } from "../text/name-mentions.ts";
import { splitSentences } from "../text/sentences.ts";
import { termWeight } from "../text/term-weights.ts";
import { contentWords, singular } from "../text/tokens.ts";
import { sentencesOfAskedYears } from "./asked-years.ts";
import type { Citation, Claim } from "./outcome.ts";
import type { Question } from "./question.ts";

const MOST_PER_SNIPPET = 3;
/** A sentence that bears less than this share of what its snippet's best one bears is left out. */
const WORTH_SAYING = 0.5;
/** What naming the subject is worth beside all of the question's other words (1), and what a pronoun that may stand for it is. */
const NAMES_SUBJECT = 0.5;
const PRONOUN = 0.25;
const OPENS_WITH_PRONOUN = /^(?:he|she|they|it|his|her|their|its)\b/i;
const CUT_OFF = /(?:\.\.\.|…)$/;
const CUT_OFF_SHARE = 0.5;

/**
 * The claims a set of citations supports: of each snippet the one to three sentences that bear most on the question, verbatim
 * and in the order of the text. What one page says in two of its snippets is claimed once.
 */
export function pickClaims(question: Question, citations: readonly Citation[]): Claim[] {
  const asked = askedTerms(question);
  const quoted = new Set<string>();
  return citations.flatMap(({ url, snippet }, index) =>
    bearingSentences(
      sentencesOfAskedYears(question.query, splitSentences(snippet)),
      asked,
      question.subject,
    ).flatMap((text) => {
      const claim = JSON.stringify([url, text]);
      if (quoted.has(claim)) return [];
      quoted.add(claim);
      return [{ text, citation_index: index }];
    }),
  );
}

interface AskedTerms {
  words: ReadonlySet<string>;
  /** Of all of them together, at least 1. */
  weight: number;
}

/** The content words of the question beside the subject's own name, which is weighed apart. */
function askedTerms({ query, subject }: Question): AskedTerms {
  const own = new Set(subject === null ? [] : nameWords(subject).map(singular));
  const words = new Set(contentWords(query).filter((word) => !own.has(word)));
  return { words, weight: Math.max(1, weightOf([...words])) };
}

function bearingSentences(sentences: readonly string[], asked: AskedTerms, subject: string | null): string[] {
  const best = sentences
    .map((text, place) => ({ text, place, weight: bearing(text, asked, subject) }))
    .toSorted((one, other) => other.weight - one.weight || one.place - other.place);
  const floor = WORTH_SAYING * (best[0]?.weight ?? 0);
  // Nothing bears in a snippet that counts by its title alone: its first sentence then says most of what it is about.
  const worth = floor > 0 ? best.filter(({ weight }) => weight >= floor) : best.slice(0, 1);
  return worth
    .slice(0, MOST_PER_SNIPPET)
    .toSorted((one, other) => one.place - other.place)
    .map(({ text }) => text);
}

function bearing(sentence: string, asked: AskedTerms, subject: string | null): number {
  const said = new Set(contentWords(sentence));
  const answers = weightOf([...said].filter((word) => asked.words.has(word))) / asked.weight;
  const named = subject === null ? 0 : subjectBearing(sentence, subject);
  return (answers + named) * (CUT_OFF.test(sentence) ? CUT_OFF_SHARE : 1);
}

function weightOf(terms: readonly string[]): number {
  return terms.reduce((sum, term) => sum + termWeight(term), 0);
}

function subjectBearing(sentence: string, subject: string): number {
  if (nameMentions(sentence, subject).length > 0) return NAMES_SUBJECT;
  return OPENS_WITH_PRONOUN.test(sentence) ? PRONOUN : 0;
}
