import { type Held, scoreWord } from "./cover.ts";
import { areEquivalent } from "./equivalents.ts";
import { isAdverb, isDeterminer, isLight } from "./light-words.ts";
import type { ContentWord, ReadSentence } from "./read-sentence.ts";

/**
 * A content word. `determined` is true if a word such as "a" or "the" is right before it, so that it is the
 * object of the preceding verb.
 */
interface DeterminedWord extends ContentWord {
  determined: boolean;
}

/**
 * Returns whether a statement has a different word in place of one in the evidence: "studied law in
 * Trondheim" about someone who studied mechanics there. `held` is all the text that may supply a word. A
 * synonym does not count as a replacement.
 */
export function replacesWord(said: ReadSentence, source: ReadSentence, held: Held): boolean {
  const ours = listContentWords(said);
  const theirs = listContentWords(source);
  const own = [said];
  return ours.some((word, at) => {
    const before = ours[at - 1]?.stem;
    const after = ours[at + 1]?.stem;
    const isHeld = scoreWord(word, held) > 0;
    return theirs.some((other, place) => {
      const follows = before !== undefined && theirs[place - 1]?.stem === before;
      const leads = after !== undefined && theirs[place + 1]?.stem === after;
      if (!follows && !leads) return false;
      if (follows && word.determined && other.determined && !hasStem(held, word.stem))
        return !said.stems.has(other.stem) && !areEquivalent(word.stem, other.stem);
      return !isHeld && scoreWord(other, own) === 0;
    });
  });
}

function hasStem(held: Held, stem: string): boolean {
  return held.some(({ stems }) => stems.has(stem));
}

/** Returns the words of a sentence in order. Omits light words, degrees and values. */
function listContentWords({ words, content, facts }: ReadSentence): DeterminedWord[] {
  const values = [...facts.dates, ...facts.numbers];
  return words.flatMap((word, at): DeterminedWord[] => {
    const read = content.get(word.stem);
    if (word.stop || read === undefined || isAdverb(word.word)) return [];
    const determined = isDeterminer(words[at - 1]?.word);
    // "They play" has little meaning, "a play" has more.
    if (isLight(word.stem) && !determined) return [];
    if (values.some(({ start, end }) => word.start >= start && word.end <= end)) return [];
    return [{ ...read, ...word, determined }];
  });
}
