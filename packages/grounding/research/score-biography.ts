import type { Language } from "../lexicon/language.ts";
import { findIdentifyingWords, findNameMentions } from "../text/name-mentions.ts";
import { tokenize } from "../text/tokens.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import type { EvidencePage } from "./evidence/evidence-pages.ts";
import { startsWithPronoun } from "./evidence/quotable-spans.ts";

/** Scores of sentences in a biography. */
const SCORES = { defines: 0.95, names: 0.6, refersBack: 0.4, other: 0.01 };

/** Deducted per sentence before it, up to ten, because the first ones of a page say who someone is. */
const POSITION_COST = 0.01;
const LAST_POSITION = 9;

/** Maximum distance, in characters, between a name and its definition: "… is a", "… was an", "…, an". */
const DEFINITION_REACH = 160;

const DEFINES =
  /^(?:[\s,]*[([][^()[\]]*(?:\([^()]*\)[^()]*)*[)\]]|,[^,.;]{0,60},)?\s*,?\s*(?:(?:is|was)\s+(?:an?|the|one of)\b|(?:ist|war)\s+ein|(?:es|fue|era)\s+(?:una?|el|la)\b|(?:est|était|fut)\s+une?\b|(?:è|era|fu)\s+un|(?:é|foi|era)\s+um|(?:is|was)\s+een\b|[—–-]\s+\p{Ll}|,\s+(?:an?|the|der|die|el|la)\s+\p{Ll})/u;

/** Matches definitions in languages without articles, which use a comma, a dash or word order. */
const DEFINES_BARE = /^(?:[\s,]*[（([][^（）()[\]]*[）)\]])?\s*(?:是|は|هو|هي|—|–|\(.{0,60}\),|,\s)/u;

/**
 * Scores the sentences of pages about one person for "who is that": definitions first, then sentences that
 * name the person.
 */
export function scoreLifeStory(
  subject: string,
  pages: readonly EvidencePage[],
  language: Language,
): ScoredSentence[] {
  const last = findIdentifyingWords(subject).at(-1) ?? "";
  return pages
    .flatMap(({ sentences, subject: titled }, page) =>
      sentences.map(({ text }, sentence): ScoredSentence => {
        const before = sentences[sentence - 1]?.text ?? titled ?? "";
        const own = scoreSentence(text, before, { subject, last, language });
        const score = own === null ? SCORES.other : own - POSITION_COST * Math.min(sentence, LAST_POSITION);
        return { page, sentence, logOdds: score, score, contradictions: own === null ? ["name"] : [] };
      }),
    )
    .toSorted((one, other) => other.score - one.score);
}

interface Person {
  subject: string;
  /** The last word of the name, folded. */
  last: string;
  language: Language;
}

/** Scores a sentence. Returns null if it is not about the person. */
function scoreSentence(text: string, before: string, { subject, last, language }: Person): number | null {
  const isNamedInFull = findNameMentions(text, subject).length > 0;
  if (isNamedInFull) return defines(text, subject) ? SCORES.defines : SCORES.names;
  const isNamed = (sentence: string) => tokenize(sentence).some(({ word }) => word === last);
  if (isNamed(text) || (startsWithPronoun(text, language) && isNamed(before))) return SCORES.refersBack;
  return null;
}

/** Returns whether a sentence says who or what a name is: "Ada Lovelace (1815–1852) was a mathematician". */
export function defines(text: string, name: string): boolean {
  const [first] = findNameMentions(text, name);
  if (first === undefined || first.start >= DEFINITION_REACH / 4) return false;
  const after = text.slice(first.end, first.end + DEFINITION_REACH);
  return DEFINES.test(after) || DEFINES_BARE.test(after);
}
