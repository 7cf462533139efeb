import { isVerb } from "../../lexicon/word-lists.ts";
import { namesRelative } from "./relatives.ts";
import type { Word } from "./words.ts";

/** A noun and its owner, as stems. */
export interface Possession {
  noun: readonly string[];
  owner: readonly string[];
}

/** Returns the possession in "the NOUN of NAME" and "NAME's NOUN", or null for any other question. */
export function findPossession(
  words: readonly Word[],
  names: readonly (readonly string[])[],
): Possession | null {
  const isCopular = COPULAS.has(words[1]?.word ?? "");
  for (const owner of names) {
    const first = words.findIndex(({ stem }) => stem === owner[0]);
    const last = words.findIndex(({ stem }) => stem === owner.at(-1));
    const isOf =
      ["of", "at", "for"].includes(words[first - 1]?.word ?? "") ||
      (words[first - 1]?.word === "the" && words[first - 2]?.word === "of");
    if (isCopular && isOf) {
      const noun = listContentBefore(words, first - (words[first - 1]?.word === "the" ? 3 : 2));
      if (noun.length > 0) return { noun, owner };
    }
    if (/['’]s$/.test(words[last]?.raw ?? "")) {
      const noun = findNounAfter(words, last + 1);
      if (noun.length > 0) return { noun, owner };
    }
  }
  return null;
}

const COPULAS = new Set("is are was were".split(" "));
const MAX_NOUN_WORDS = 3;

function listContentBefore(words: readonly Word[], from: number): string[] {
  const noun: string[] = [];
  for (let at = from; at >= 0 && noun.length < MAX_NOUN_WORDS; at -= 1) {
    const word = words[at];
    if (word === undefined || word.stop) break;
    noun.unshift(word.stem);
  }
  return noun;
}

const DO = new Set("did does do".split(" "));
const PLACING = new Set("where when how why".split(" "));

/**
 * Returns the noun after its owner, without the verb of the question: "mother" for "did Ada Lovelace's mother
 * die", "first novel" for "where is Ada's first novel set".
 */
function findNounAfter(words: readonly Word[], from: number): string[] {
  const noun = listContentAfter(words, from);
  const last = words[from + noun.length - 1];
  const before = words.slice(from, from + noun.length - 1);
  const hasVerb = words.slice(0, from).some(({ word }) => DO.has(word));
  const isPassive =
    PLACING.has(words[0]?.word ?? "") &&
    COPULAS.has(words[1]?.word ?? "") &&
    before.length > 0 &&
    isVerb(last?.word ?? "", "en");
  return isPassive || (hasVerb && namesRelative(before)) ? noun.slice(0, -1) : noun;
}

function listContentAfter(words: readonly Word[], from: number): string[] {
  const noun: string[] = [];
  for (const word of words.slice(from, from + MAX_NOUN_WORDS)) {
    if (word.stop || word.capital) break;
    noun.push(word.stem);
  }
  return noun;
}
