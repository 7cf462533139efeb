import { synonymClasses } from "../../lexicon/stems.ts";
import type { ContentWord, ReadSentence } from "./read-sentence.ts";

/**
 * What one word of a statement is worth where only a synonym, or another word of the same beginning, stands
 * in the evidence.
 */
const ALIKE = 0.7;
const BEGINNING = 6;

/** A text, or several together, in which words are looked up. */
export interface Held {
  stems: ReadonlySet<string>;
  classes: ReadonlySet<number>;
  /** How long words begin, for those that are long enough. */
  beginnings: ReadonlySet<string>;
}

export function heldIn(...texts: readonly ReadSentence[]): Held {
  const stems = new Set<string>();
  const classes = new Set<number>();
  const beginnings = new Set<string>();
  for (const text of texts) {
    for (const stem of text.content.keys()) {
      stems.add(stem);
      if (stem.length >= BEGINNING) beginnings.add(stem.slice(0, BEGINNING));
    }
    for (const one of text.classes) classes.add(one);
  }
  return { stems, classes, beginnings };
}

/** How far a text holds one word, in [0, 1]. */
export function holdsWord({ stem }: Pick<ContentWord, "stem">, { stems, classes, beginnings }: Held): number {
  if (stems.has(stem)) return 1;
  if (synonymClasses(stem, "en").some((one) => classes.has(one))) return ALIKE;
  return stem.length >= BEGINNING && !/^\d/.test(stem) && beginnings.has(stem.slice(0, BEGINNING))
    ? ALIKE
    : 0;
}

/** What a text holds of a statement and what it lacks. */
export interface Cover {
  /** By weight, in [0, 1]; 1 for a statement of function words alone. */
  share: number;
  /** The same without synonyms. */
  exact: number;
  missing: number;
  lacking: number;
  /** The most words in a row that it lacks. */
  lackingInRow: number;
  heaviest: number;
  /** Of what is lacking, what is written small. */
  missingSmall: number;
}

/**
 * What a text holds of these words; `held` may differ from word to word. `without`: words that do not count.
 */
export function coverOf(
  words: Iterable<ContentWord>,
  held: Held | ((word: ContentWord) => Held),
  without?: ReadonlySet<string>,
): Cover {
  let total = 0;
  let kept = 0;
  let exact = 0;
  let lacking = 0;
  let heaviest = 0;
  let missingSmall = 0;
  let row = 0;
  let lackingInRow = 0;
  for (const word of words) {
    if (without?.has(word.stem)) continue;
    const { weight } = word;
    total += weight;
    const holds = holdsWord(word, typeof held === "function" ? held(word) : held);
    kept += weight * holds;
    if (holds === 1) exact += weight;
    row = holds > 0 ? 0 : row + 1;
    lackingInRow = Math.max(lackingInRow, row);
    if (holds > 0) continue;
    lacking += 1;
    heaviest = Math.max(heaviest, weight);
    if (!word.capital) missingSmall += weight;
  }
  if (total === 0)
    return { share: 1, exact: 1, missing: 0, lacking: 0, lackingInRow: 0, heaviest: 0, missingSmall: 0 };
  return {
    share: kept / total,
    exact: exact / total,
    missing: total - kept,
    lacking,
    lackingInRow,
    heaviest,
    missingSmall,
  };
}
