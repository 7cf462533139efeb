import { wordsOf } from "../lexicon/words-of.ts";

/** English words that carry no content of their own: articles, pronouns, prepositions, auxiliaries, question words. */
export const STOP_WORDS: ReadonlySet<string> = wordsOf("en").stopWords;
