import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import type { Qualifier } from "./qualifier.ts";
import type { Word } from "./words.ts";

const offices = wordSet(ENGLISH.contrasts.offices);
const deputies = wordSet(ENGLISH.contrasts.deputies);
/** Maximum number of words between rank and office: "deputy prime minister". */
const RANK_REACH = 2;

/**
 * Returns the offices in a question with their rank: president or vice president. If it asks about both
 * ranks, neither is distinguished.
 */
export function findOffices(words: readonly Word[]): Qualifier[] {
  const named = words.filter(({ word }) => offices.has(word) || offices.has(word.replace(/s$/, "")));
  return [...new Set(named.map(({ stem }) => stem))].flatMap((stem): Qualifier[] => {
    const ranks = listRanks(stem, words);
    const [isDeputy] = ranks;
    if (ranks.includes(true) && ranks.includes(false)) return [];
    return [
      {
        has: (text) => listRanks(stem, text).some((rank) => rank === isDeputy),
        hasOther: (text) => listRanks(stem, text).some((rank) => rank !== isDeputy),
      },
    ];
  });
}

/**
 * Returns whether each mention of an office is a deputy's. A function word ends the title: "the deputy of the
 * president".
 */
function listRanks(office: string, words: readonly Word[]): boolean[] {
  return words.flatMap(({ stem }, at) => {
    if (stem !== office) return [];
    const before = words.slice(Math.max(0, at - RANK_REACH), at);
    const open = before.findLastIndex(({ stop }) => stop);
    return [before.slice(open + 1).some(({ word }) => deputies.has(word))];
  });
}
