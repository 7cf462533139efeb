import { normalizeTypography } from "./comparable.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { findQuotablePart } from "./selection/sentence-part.ts";
import { findQuotableWords } from "./split-badly.ts";

/**
 * Returns the neighbouring sentences from the first whole one to the last. Returns none if one between them
 * is cut.
 */
export function keepWhole(neighbours: readonly EvidenceSentence[]): readonly EvidenceSentence[] {
  const isWhole = ({ text }: EvidenceSentence) => findQuotableWords(text) !== null;
  const whole = neighbours.slice(
    Math.max(0, neighbours.findIndex(isWhole)),
    neighbours.findLastIndex(isWhole) + 1,
  );
  return whole.every(isWhole) ? whole : [];
}

/** Returns words without the list number or heading before the first sentence. */
export function removeListNumber(words: string, { text }: EvidenceSentence): string {
  const ahead = text.slice(0, text.length - (findQuotableWords(text) ?? text).length);
  return words.startsWith(ahead) ? words.slice(ahead.length) : words;
}

/** Returns the text from the first of the sentences to the end of the last one. */
export function joinWords(sentences: readonly EvidenceSentence[], text: string): string {
  const [first, last] = [sentences[0]?.text ?? "", sentences.at(-1)?.text ?? ""];
  const [start, end] = [text.indexOf(first), text.lastIndexOf(last)];
  return start < 0 || end < 0 ? text : text.slice(start, end + last.length);
}

/** Returns the sentence that contains a quotable part, and the words of the part. */
export function findPart(
  sentences: readonly EvidenceSentence[],
  part: string,
): { sentence: EvidenceSentence; words: string } | undefined {
  for (const sentence of sentences) {
    const words = findQuotablePart(sentence.text, part);
    if (words !== undefined && normalizeTypography(words) !== "") return { sentence, words };
  }
  return undefined;
}
