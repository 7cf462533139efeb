import { type Held, heldIn, holdsWord } from "./cover.ts";
import { isLight } from "./light-words.ts";
import type { ContentWord, ReadSentence } from "./read-sentence.ts";

/**
 * Whether a statement has another word where the evidence has one: "studied law in Trondheim" of somebody who studied mechanics there.
 * `held` is all that may lend the statement a word; of synonyms neither replaces the other.
 */
export function wordReplaced(said: ReadSentence, source: ReadSentence, held: Held): boolean {
  const ours = telling(said);
  const theirs = telling(source);
  const own = heldIn(said);
  return ours.some((word, at) => {
    if (holdsWord(word, held) > 0) return false;
    const before = ours[at - 1]?.stem;
    const after = ours[at + 1]?.stem;
    return theirs.some((other, place) => {
      if (holdsWord(other, own) > 0) return false;
      const follows = before !== undefined && theirs[place - 1]?.stem === before;
      const leads = after !== undefined && theirs[place + 1]?.stem === after;
      return follows || leads;
    });
  });
}

const DETERMINERS = new Set("a an the his her its their".split(" "));

/** Its words in order, without those that say little, degrees and values, which are compared for themselves. */
function telling({ words, content, facts }: ReadSentence): ContentWord[] {
  const values = [...facts.dates, ...facts.numbers];
  return words.flatMap((word, at): ContentWord[] => {
    const read = content.get(word.stem);
    if (word.stop || read === undefined || /ly$/.test(word.word)) return [];
    // "They play" says little, "a play" does not.
    if (isLight(word.stem) && !DETERMINERS.has(words[at - 1]?.word ?? "")) return [];
    if (values.some(({ start, end }) => word.start >= start && word.end <= end)) return [];
    return [{ ...read, ...word }];
  });
}
