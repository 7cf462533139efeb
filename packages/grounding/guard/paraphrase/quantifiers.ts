import type { ReadSentence } from "./read-sentence.ts";
import { sentenceParts } from "./sentence-parts.ts";

const QUANTIFIERS = new Set("all every each both some few several many most only half none".split(" "));

/**
 * Returns whether a statement says of one share what the evidence says of another: "most survive" for "some
 * survive; most were lost".
 */
export function quantifierDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const at = said.words.findIndex(({ word }) => QUANTIFIERS.has(word));
  const quantifier = said.words[at]?.word;
  if (quantifier === undefined) return false;
  const parts = sentenceParts(source).map(({ start, end }) =>
    source.words.filter((word) => word.start >= start && word.start < end),
  );
  const own = parts.filter((words) => words.some(({ word }) => word === quantifier));
  const others = parts.filter(
    (words) => !own.includes(words) && words.some(({ word }) => QUANTIFIERS.has(word)),
  );
  if (own.length !== 1 || others.length === 0) return false;
  // What is said of them follows the noun: "most of the letters survive".
  const [, ...told] = said.words.slice(at + 1).filter(({ stop }) => !stop);
  const isOnlyIn = (some: typeof parts) =>
    told.some(({ stem }) => {
      const holding = parts.filter((words) => words.some((word) => word.stem === stem));
      return holding.length === 1 && some.some((words) => holding.includes(words));
    });
  return isOnlyIn(others) && !isOnlyIn(own);
}
