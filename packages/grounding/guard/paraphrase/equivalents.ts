import { ENGLISH } from "../../lexicon/lexicon.ts";
import { stemEnglish } from "../../lexicon/stems.ts";

const { equivalents, decisive } = ENGLISH;

/** Maps a stem to its classes. Words of one class mean the same. */
const CLASSES = readClasses(equivalents);
const DECISIVE = readClasses(decisive);

function readClasses(lines: readonly string[]): ReadonlyMap<string, ReadonlySet<number>> {
  const classes = new Map<string, Set<number>>();
  for (const [index, line] of lines.entries())
    for (const word of line.split(" ")) {
      const stem = stemEnglish(word);
      const known = classes.get(stem) ?? new Set();
      classes.set(stem, known.add(index));
    }
  return classes;
}

const NONE: ReadonlySet<number> = new Set();

/** Returns the classes of a stem. Empty for a word that nothing may replace. */
export function listEquivalents(stem: string): ReadonlySet<number> {
  return CLASSES.get(stem) ?? NONE;
}

/** Returns whether two words mean the same. */
export function areEquivalent(one: string, other: string): boolean {
  const classes = listEquivalents(other);
  return [...listEquivalents(one)].some((shared) => classes.has(shared));
}

/** A text by the stems of its content words. */
interface Content {
  content: ReadonlyMap<string, unknown>;
}

/**
 * Returns whether a statement has a decisive word, and the evidence has neither that word nor one of its
 * class: a nominee has not won, and an arrested person is not a convict.
 */
export function addsDecisiveWord(said: Content, sources: readonly Content[]): boolean {
  return [...said.content.keys()].some((stem) => {
    const classes = DECISIVE.get(stem);
    if (classes === undefined) return false;
    const isOfClass = (held: string) => [...(DECISIVE.get(held) ?? NONE)].some((one) => classes.has(one));
    return !sources.some(({ content }) => [...content.keys()].some(isOfClass));
  });
}

/** Returns whether one of the stems is a decisive word. */
export function hasDecisiveWord(stems: readonly string[]): boolean {
  return stems.some((stem) => DECISIVE.has(stem));
}
