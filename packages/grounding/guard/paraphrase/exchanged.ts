import type { ReadSentence } from "./read-sentence.ts";

/** Minimum number of shared words needed to compare their order. */
const MIN_SHARED_WORDS = 4;
const MAX_SHARED_WORDS = 24;
/** Matches signs of the passive voice, in which the agent has another position. */
const VOICES = [/\bby\b/i, /\b(?:is|are|was|were|be|been|being)\b/i];

/**
 * Returns whether a statement has the words of a sentence with two of them swapped: "the battery for five
 * years, the motor for two" of "the battery for two, the motor for five".
 */
export function areWordsExchanged(said: ReadSentence, source: ReadSentence): boolean {
  if (VOICES.some((voice) => voice.test(said.text) !== voice.test(source.text))) return false;
  const theirs = source.words.filter(({ stop }) => !stop).map(({ stem }) => stem);
  const known = new Set(theirs);
  const ours = said.words.filter(({ stop, stem }) => !stop && known.has(stem)).map(({ stem }) => stem);
  if (ours.length < MIN_SHARED_WORDS || ours.length > MAX_SHARED_WORDS || isInOrder(ours, theirs))
    return false;
  return ours.some((one, at) =>
    // Neighbours may swap without changing the meaning: "an earlier Oslo study".
    ours.slice(at + 2).some((other, distance) => {
      if (one === other || /\d/.test(one + other) || areJoined(one, other, source)) return false;
      const turned = [...ours];
      turned[at] = other;
      turned[at + 2 + distance] = one;
      return isInOrder(turned, theirs);
    }),
  );
}

function isInOrder(some: readonly string[], all: readonly string[]): boolean {
  let from = 0;
  return some.every((stem) => {
    const at = all.indexOf(stem, from);
    from = at + 1;
    return at >= 0;
  });
}

/**
 * Returns whether two words are joined by "and", in which case their order does not matter: "Oslo and
 * Bergen".
 */
function areJoined(one: string, other: string, { words }: ReadSentence): boolean {
  return words.some(({ word, stem }, at) => {
    const joint = words[at + 1]?.word;
    const next = words[at + 2]?.stem;
    const isPair = (stem === one && next === other) || (stem === other && next === one);
    return word !== "" && isPair && (joint === "and" || joint === "or");
  });
}
