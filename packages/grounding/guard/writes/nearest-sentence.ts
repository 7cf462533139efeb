import { STOP_WORDS, splitWords, toSingular } from "../../text/tokens.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";

/** Minimum share of common words among those of both sentences for one to be near the other. */
const NEAR = 0.2;

/**
 * Returns the sentence of the evidence that shares the most words with another, or null if no sentence is
 * near.
 */
export function nearestSentence(
  sentence: string,
  sentences: readonly EvidenceSentence[],
): EvidenceSentence | null {
  const wanted = contentOf(sentence);
  let nearest: EvidenceSentence | null = null;
  let most = NEAR;
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
