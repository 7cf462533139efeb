import { STOP_WORDS, splitWords, toSingular } from "../../text/tokens.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";

/** Minimum number of shared words, divided by the number of distinct words, for two sentences to be near. */
const MIN_SIMILARITY = 0.2;

/**
 * Returns the sentence of the evidence that shares the most words with another, or null if no sentence is
 * near.
 */
export function findNearestSentence(
  sentence: string,
  sentences: readonly EvidenceSentence[],
): EvidenceSentence | null {
  const wanted = contentOf(sentence);
  let nearest: EvidenceSentence | null = null;
  let most = MIN_SIMILARITY;
  for (const one of sentences) {
    const own = contentOf(one.text);
    const shared = [...wanted].filter((word) => own.has(word)).length;
    const share = shared / (wanted.size + own.size - shared);
    if (share <= most) continue;
    most = share;
    nearest = one;
  }
  return nearest;
}

function contentOf(text: string): Set<string> {
  return new Set(splitWords(text).flatMap((word) => (STOP_WORDS.has(word) ? [] : toSingular(word))));
}
