import { listEquivalents } from "./equivalents.ts";
import {
  type ContentWord,
  findPrefixes,
  PREFIX_LENGTH,
  type ReadSentence,
  type Vocabulary,
} from "./read-sentence.ts";

/**
 * Score of a word of a statement if the evidence has only a synonym of it, or another word with the same
 * prefix.
 */
const SYNONYM_SCORE = 0.7;

/** Texts in which words are looked up together. */
export type Held = readonly Vocabulary[];

/** Joins many texts into one for faster look-ups. */
export function joinVocabularies(texts: Iterable<ReadSentence>): Vocabulary {
  const stems = new Set<string>();
  const classes = new Set<number>();
  for (const text of texts) {
    for (const stem of text.content.keys()) stems.add(stem);
    for (const one of text.classes) classes.add(one);
  }
  return { stems, classes, beginnings: findPrefixes(stems) };
}

/** Scores how well texts contain one word, from 0 to 1. */
export function scoreWord({ stem }: Pick<ContentWord, "stem">, held: Held): number {
  for (const { stems } of held) if (stems.has(stem)) return 1;
  for (const one of listEquivalents(stem))
    for (const { classes } of held) if (classes.has(one)) return SYNONYM_SCORE;
  if (/^\d/.test(stem)) return 0;
  const beginning = stem.slice(0, PREFIX_LENGTH);
  for (const { beginnings } of held) if (beginnings.has(beginning)) return SYNONYM_SCORE;
  return 0;
}

/** The part of a statement that a text contains, and the part that it lacks. */
export interface Cover {
  /** Share contained, by weight, in [0, 1]. 1 for a statement of only function words. */
  share: number;
  /** Longest run of words that the text lacks. */
  lackingInRow: number;
  /** Weight of the rarest word that the text lacks. */
  heaviest: number;
}

/** Measures how much of these words a text contains. `held` may differ from word to word. */
export function measureCover(
  words: Iterable<ContentWord>,
  held: Held | ((word: ContentWord) => Held),
): Cover {
  let total = 0;
  let covered = 0;
  let heaviest = 0;
  let row = 0;
  let lackingInRow = 0;
  for (const word of words) {
    total += word.weight;
    const holds = scoreWord(word, typeof held === "function" ? held(word) : held);
    covered += word.weight * holds;
    row = holds > 0 ? 0 : row + 1;
    lackingInRow = Math.max(lackingInRow, row);
    if (holds === 0) heaviest = Math.max(heaviest, word.weight);
  }
  return { share: total === 0 ? 1 : covered / total, lackingInRow, heaviest };
}
