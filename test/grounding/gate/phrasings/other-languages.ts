import type { Language } from "../../../../packages/grounding/lexicon/language.ts";
import otherLanguages from "./other-languages.json" with { type: "json" };

/** Requests of one language, for learning; `P`, `O`, `T` and `F` stand for names, as in `fillForeign`. */
export interface ForeignRequests {
  /** Orders and questions about the user's own work. */
  own: readonly string[];
  /** They need facts about the world. */
  facts: readonly string[];
  /** They need facts about a person, whatever they order. */
  people: readonly string[];
  /** Definitions, instructions, code, fiction and small talk. */
  nothing: readonly string[];
  /** Turns on the last answer that ask nothing new. */
  again: readonly string[];
  /** Turns on the last answer's topic, and other things that are no such turn. */
  further: readonly string[];
}

export const FOREIGN_REQUESTS: Readonly<Record<Exclude<Language, "en">, ForeignRequests>> =
  otherLanguages.requests;

/** Prompts about a person in languages that the gate has no list of. */
export const PEOPLE_ELSEWHERE: readonly string[] = otherLanguages.people;

/** Names by the script that they are written in. */
const FOREIGN_NAMES = otherLanguages.names;

/** Fills the places of a line with names of its script, others for each line and each `round`. */
export function fillForeign(language: Exclude<Language, "en">, line: string, at: number, round = 0): string {
  const names = FOREIGN_NAMES[language in FOREIGN_NAMES ? (language as keyof typeof FOREIGN_NAMES) : "latin"];
  let taken = at * 5 + round * 2;
  return line.replace(
    /(?<![A-Za-zÀ-ɏ0-9])([POTF])(?![A-Za-zÀ-ɏ0-9])/gu,
    (whole, slot: keyof typeof names, place: number) => {
      // "O que faz": in Portuguese "O" opens a sentence too.
      if (language === "pt" && slot === "O" && place === 0) return whole;
      taken += 1;
      return names[slot][taken % names[slot].length] ?? whole;
    },
  );
}
