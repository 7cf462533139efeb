import { synonymClasses } from "../../lexicon/stems.ts";
import { type Held, holdsWord } from "./cover.ts";
import { isAdverb, isLight } from "./light-words.ts";
import type { ContentWord, ReadSentence } from "./read-sentence.ts";

/**
 * A word that tells something, and whether "a" or "the" stands right before it: then it is the object of the
 * verb ahead of it.
 */
interface Telling extends ContentWord {
  determined: boolean;
}

/**
 * Returns true if a statement has a different word where the evidence has one: "studied law in Trondheim" of
 * somebody who studied mechanics there. `held` is all the text that may lend the statement a word. A synonym
 * does not count as a replacement.
 */
export function wordReplaced(said: ReadSentence, source: ReadSentence, held: Held): boolean {
  const ours = telling(said);
  const theirs = telling(source);
  const own = [said];
  return ours.some((word, at) => {
    const before = ours[at - 1]?.stem;
    const after = ours[at + 1]?.stem;
    const isHeld = holdsWord(word, held) > 0;
    return theirs.some((other, place) => {
      const follows = before !== undefined && theirs[place - 1]?.stem === before;
      const leads = after !== undefined && theirs[place + 1]?.stem === after;
      if (!follows && !leads) return false;
      if (follows && word.determined && other.determined && !hasStem(held, word.stem))
        return !said.stems.has(other.stem) && !areSynonyms(word.stem, other.stem);
      return !isHeld && holdsWord(other, own) === 0;
    });
  });
}

function hasStem(held: Held, stem: string): boolean {
  return held.some(({ stems }) => stems.has(stem));
}

/**
 * "Wrote" lends its class to "book", which is no reason to take a play for one: the two nouns are compared
 * with each other.
 */
export function areSynonyms(one: string, other: string): boolean {
  const classes = synonymClasses(other, "en");
  return synonymClasses(one, "en").some((shared) => classes.includes(shared));
}

const DETERMINERS = new Set("a an the his her its their".split(" "));

/**
 * Its words in order, without those that say little, degrees and values, which are compared for themselves.
 */
function telling({ words, content, facts }: ReadSentence): Telling[] {
  const values = [...facts.dates, ...facts.numbers];
  return words.flatMap((word, at): Telling[] => {
    const read = content.get(word.stem);
    if (word.stop || read === undefined || isAdverb(word.word)) return [];
    const determined = DETERMINERS.has(words[at - 1]?.word ?? "");
    // "They play" says little, "a play" does not.
    if (isLight(word.stem) && !determined) return [];
    if (values.some(({ start, end }) => word.start >= start && word.end <= end)) return [];
    return [{ ...read, ...word, determined }];
  });
}
