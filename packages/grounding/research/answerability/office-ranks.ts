import { DEPUTIES, OFFICES } from "../../lexicon/en/opposites.ts";
import type { Word } from "./words.ts";

/** An office that a question asks for, by its stem, with the rank in it. */
export interface AskedOffice {
  stem: string;
  /** The question asks for the vice president and not for the president. */
  isDeputy: boolean;
}

const offices = new Set(OFFICES.split(" "));
const deputies = new Set(DEPUTIES.split(" "));
/** "deputy prime minister" */
const RANK_REACH = 2;

/** Returns the offices of a question; one that asks for both ranks asks for neither alone. */
export function findAskedOffices(words: readonly Word[]): AskedOffice[] {
  const asked = words.flatMap((word, at) =>
    isOffice(word) ? [{ stem: word.stem, isDeputy: isDeputyAt(words, at) }] : [],
  );
  return asked.filter(({ stem, isDeputy }) =>
    asked.every((other) => other.stem !== stem || other.isDeputy === isDeputy),
  );
}

/** Tells whether a sentence has the office in the rank asked for. */
export function hasRank({ stem, isDeputy }: AskedOffice, words: readonly Word[]): boolean {
  return words.some((word, at) => word.stem === stem && isDeputyAt(words, at) === isDeputy);
}

/** Tells whether a sentence has the office in another rank than the one asked for. */
export function hasOtherRank({ stem, isDeputy }: AskedOffice, words: readonly Word[]): boolean {
  return words.some((word, at) => word.stem === stem && isDeputyAt(words, at) !== isDeputy);
}

function isOffice({ word }: Word): boolean {
  return offices.has(word) || offices.has(word.replace(/s$/, ""));
}

/** A function word ends the title: "the deputy of the president". */
function isDeputyAt(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - RANK_REACH), at);
  const open = before.findLastIndex(({ stop }) => stop);
  return before.slice(open + 1).some(({ word }) => deputies.has(word));
}
