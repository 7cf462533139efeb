import { wordSet } from "../lexicon/language.ts";
import { ENGLISH } from "../lexicon/lexicon.ts";
import { GIVEN_NAMES } from "../lexicon/names.ts";
import { STOP_WORDS, toSingular, weighTerm } from "../text/tokens.ts";
import { isEveryday } from "./phrases.ts";

/** Words with at least this weight are not among the most common English words. */
const UNCOMMON_WEIGHT = 5;

/** Common nouns, verbs and adjectives. Two of them in a row must not be taken for a name in lower case. */
const COMMON = wordSet(ENGLISH.topics.everyday);

/** Returns whether a lower-case word is common English, or a common word of another language. */
export function isCommonWord(word: string): boolean {
  if (isListedWord(word)) return true;
  return !GIVEN_NAMES.has(word) && /(?:ing|ed|ly|tions?|ments?)$/.test(word) && word.length > 5;
}

/**
 * Returns whether a word is in the lists of common words. Ignores its ending, because the "ing" of "Boeing"
 * does not make it a common word.
 */
export function isListedWord(word: string): boolean {
  if (STOP_WORDS.has(word) || COMMON.has(word) || isEveryday(word)) return true;
  return weighTerm(word) < UNCOMMON_WEIGHT || COMMON.has(toSingular(word));
}
