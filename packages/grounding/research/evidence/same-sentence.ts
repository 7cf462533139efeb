import { words } from "../../text/tokens.ts";

/**
 * What two sentences have in common when they say the same in the same words: case, punctuation and diacritics
 * aside. Use it as the key of a set to quote a sentence once that several pages have.
 */
export function sentenceKey(sentence: string): string {
  return words(sentence).join(" ");
}

/** Whether two sentences are the same but for case, punctuation and diacritics. */
export function isSameSentence(one: string, other: string): boolean {
  return sentenceKey(one) === sentenceKey(other);
}
