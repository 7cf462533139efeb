import type { Language } from "../../lexicon/language.ts";
import { findDates } from "../../text/dates.ts";
import { nameMentions, nameWords } from "../../text/name-mentions.ts";
import { tokenize } from "../../text/tokens.ts";
import { opensWithPronoun } from "../evidence/quotable-spans.ts";
import type { PageText, ScoredSentence } from "./rank-sentences.ts";

/** What a sentence is worth in a biography. */
const SCORES = { defines: 0.95, names: 0.6, refersBack: 0.4, other: 0.01 };
/** Early sentences of a page say more of who somebody is. */
const EARLIER = 0.01;
const LATEST = 9;
/** "… is a", "… was an", "…, an": within so many characters behind the name it is said who that is. */
const DEFINITION_REACH = 160;
const DEFINES =
  /^(?:[\s,]*[([][^()[\]]*(?:\([^()]*\)[^()]*)*[)\]]|,[^,.;]{0,60},)?\s*,?\s*(?:(?:is|was)\s+(?:an?|the|one of)\b|(?:ist|war)\s+ein|(?:es|fue|era)\s+(?:una?|el|la)\b|(?:est|était|fut)\s+une?\b|(?:è|era|fu)\s+un|(?:é|foi|era)\s+um|(?:is|was)\s+een\b|[—–-]\s+\p{Ll}|,\s+(?:an?|the|der|die|el|la)\s+\p{Ll})/u;
/** Languages without articles say it by a comma, a dash or the order of words. */
const DEFINES_BARE = /^(?:[\s,]*[（([][^（）()[\]]*[）)\]])?\s*(?:是|は|هو|هي|—|–|\(.{0,60}\),|,\s)/u;

/** Scores the sentences of pages about one person for "who is that": a definition first, then what names the person. */
export function scoreLifeStory(
  subject: string,
  pages: readonly PageText[],
  language: Language,
): ScoredSentence[] {
  const last = nameWords(subject).at(-1) ?? "";
  return pages
    .flatMap(({ sentences }, page) =>
      sentences.map((text, sentence): ScoredSentence => {
        const told = scoreOf(text, sentences[sentence - 1] ?? "", { subject, last, language });
        const score = told === null ? SCORES.other : told - EARLIER * Math.min(sentence, LATEST);
        return { page, sentence, logOdds: score, score, contradictions: told === null ? ["name"] : [] };
      }),
    )
    .toSorted((one, other) => other.score - one.score);
}

interface Person {
  subject: string;
  /** The last of the name's words, folded. */
  last: string;
  language: Language;
}

/** Null for a sentence that does not speak of the person. */
function scoreOf(text: string, before: string, { subject, last, language }: Person): number | null {
  const [first] = nameMentions(text, subject);
  if (first !== undefined) {
    const behind = text.slice(first.end, first.end + DEFINITION_REACH);
    const opens = first.start < DEFINITION_REACH / 4;
    return opens && (DEFINES.test(behind) || DEFINES_BARE.test(behind)) ? SCORES.defines : SCORES.names;
  }
  const isNamed = (sentence: string) => tokenize(sentence).some(({ word }) => word === last);
  if (isNamed(text) || (opensWithPronoun(text, language) && isNamed(before))) return SCORES.refersBack;
  return null;
}

/** The year a sentence tells of first; undated ones come last. */
export function yearTold(text: string): number {
  return findDates(text)[0]?.year ?? Number.POSITIVE_INFINITY;
}
