import type { Language } from "../../lexicon/language.ts";
import { getSentenceRules } from "../../lexicon/word-lists.ts";

/** Matches quotation marks, brackets and bullets before the first word of a sentence. */
export const LEADING_PUNCTUATION = /^[\s"'“‘«„‚‹»([¿¡「『《（*•–—-]*/u;

/** Returns whether a sentence says that the one before it is false: "This is untrue.", "Rating: False." */
export function callsPreviousFalse(sentence: string, language: Language | null): boolean {
  return matches(getSentenceRules(language ?? "en").takesBack, sentence);
}

/** Returns whether a sentence is labelled as false: "Myth: the firm was founded in 1900." */
export function isLabelledFalse(sentence: string, language: Language | null): boolean {
  return matches(getSentenceRules(language ?? "en").falseLabels, sentence);
}

function matches(pattern: RegExp | undefined, sentence: string): boolean {
  return pattern?.test(sentence.replace(LEADING_PUNCTUATION, "").toLowerCase()) === true;
}
