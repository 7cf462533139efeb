import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import type { Word } from "./words.ts";

export interface AskedOffice {
  stem: string;
  /** True if the question asks about the vice president rather than the president. */
  isDeputy: boolean;
}

const offices = wordSet(ENGLISH.contrasts.offices);
const deputies = wordSet(ENGLISH.contrasts.deputies);
/** Maximum number of words between rank and office: "deputy prime minister". */
const RANK_REACH = 2;

/** Returns the offices in a question. If it asks about both ranks, neither is distinguished. */
export function findAskedOffices(words: readonly Word[]): AskedOffice[] {
  const asked = words.flatMap((word, at) =>
    isOffice(word) ? [{ stem: word.stem, isDeputy: isDeputyAt(words, at) }] : [],
  );
  return asked.filter(({ stem, isDeputy }) =>
    asked.every((other) => other.stem !== stem || other.isDeputy === isDeputy),
  );
}

/** Returns whether a sentence contains the office in the rank asked about. */
export function hasRank({ stem, isDeputy }: AskedOffice, words: readonly Word[]): boolean {
  return words.some((word, at) => word.stem === stem && isDeputyAt(words, at) === isDeputy);
}

/** Returns whether a sentence contains the office in another rank than the one asked about. */
export function hasOtherRank({ stem, isDeputy }: AskedOffice, words: readonly Word[]): boolean {
  return words.some((word, at) => word.stem === stem && isDeputyAt(words, at) !== isDeputy);
}

function isOffice({ word }: Word): boolean {
  return offices.has(word) || offices.has(word.replace(/s$/, ""));
}

/**
 * Returns whether the office at a position is a deputy's. A function word ends the title: "the deputy of the
 * president".
 */
function isDeputyAt(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - RANK_REACH), at);
  const open = before.findLastIndex(({ stop }) => stop);
  return before.slice(open + 1).some(({ word }) => deputies.has(word));
}
