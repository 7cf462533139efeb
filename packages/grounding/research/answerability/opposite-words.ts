import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import type { Word } from "./words.ts";

/** A word of a question that selects one of several alternatives: the "youngest" son. */
export interface AskedAlternative {
  /** Stem of the word in the question. */
  stem: string;
  /** Synonyms. */
  same: ReadonlySet<string>;
  others: ReadonlySet<string>;
  /** Stem of the noun after it, if the alternatives distinguish only that noun. */
  noun: string | null;
  /** True if the alternatives are relatives of each other: a sister's brother. */
  isMutual: boolean;
}

type Kind = readonly ReadonlySet<string>[];

const readKinds = (lines: readonly string[]): readonly Kind[] =>
  lines.map((line) => line.split(" | ").map(wordSet));

interface Lexicon {
  anywhere: readonly Kind[];
  beforeNoun: readonly Kind[];
  mutual: readonly Kind[];
}

let lexicon: Lexicon | undefined;

function readLexicon(): Lexicon {
  lexicon ??= {
    anywhere: readKinds(ENGLISH.contrasts.alternatives),
    beforeNoun: readKinds(ENGLISH.contrasts.beforeNoun),
    mutual: readKinds(ENGLISH.contrasts.mutualRelatives),
  };
  return lexicon;
}

/**
 * Returns the alternatives that a question selects. If it names two of a kind ("his mother and father"),
 * neither is selected.
 */
export function findAskedAlternatives(words: readonly Word[]): AskedAlternative[] {
  const { anywhere, beforeNoun, mutual } = readLexicon();
  const findNextNoun = (at: number) => {
    const next = words[at + 1];
    return next === undefined || next.stop ? null : next.stem;
  };
  return [
    ...anywhere.flatMap((kind) => pickOf(kind, words, () => ({ noun: null, isMutual: false }))),
    ...mutual.flatMap((kind) => pickOf(kind, words, () => ({ noun: null, isMutual: true }))),
    ...beforeNoun.flatMap((kind) =>
      pickOf(kind, words, (at) => {
        const noun = findNextNoun(at);
        return noun === null ? null : { noun, isMutual: false };
      }),
    ),
  ];
}

function pickOf(
  kind: Kind,
  words: readonly Word[],
  rest: (at: number) => Pick<AskedAlternative, "noun" | "isMutual"> | null,
): AskedAlternative[] {
  const asked = kind.filter((same) => words.some((word) => isOneOf(same, word)));
  const [same] = asked;
  if (same === undefined || asked.length > 1) return [];
  const at = words.findIndex((word) => isOneOf(same, word));
  const more = rest(at);
  const stem = words[at]?.stem;
  if (more === null || stem === undefined) return [];
  const others = new Set(kind.filter((one) => one !== same).flatMap((one) => [...one]));
  return [{ stem, same, others, ...more }];
}

/** Returns whether a word is in the set, including its possessive form: "mother's" counts as "mother". */
function isOneOf(same: ReadonlySet<string>, { word }: Word): boolean {
  return same.has(word) || same.has(removePossessive(word));
}

/** Returns a word without its possessive ending. */
export function removePossessive(word: string): string {
  return word.replace(/['’]s?$/, "");
}

/** Returns whether a text contains the alternative asked about. */
export function hasAlternative({ same }: AskedAlternative, words: readonly Word[]): boolean {
  return words.some((word) => isOneOf(same, word));
}

/**
 * Returns whether a sentence contains one of the other alternatives. `person` is the name that the question
 * is about, as stems.
 */
export function hasOtherAlternative(
  { others, noun, isMutual }: AskedAlternative,
  words: readonly Word[],
  person: readonly string[],
): boolean {
  return words.some((word, at) => {
    if (!isOneOf(others, word)) return false;
    if (noun !== null) return words[at + 1]?.stem === noun;
    return !isMutual || isOwned(words, at, person);
  });
}

const POSSESSIVES = new Set("his her their its".split(" "));
const OWNER_REACH = 3;

/**
 * Returns whether a relative is that of the person or of a pronoun. "Ann is the sister of Karl" answers for
 * Ann's brother, whereas "Ann's sister" does not.
 */
function isOwned(words: readonly Word[], at: number, person: readonly string[]): boolean {
  const before = words.slice(Math.max(0, at - OWNER_REACH), at);
  if (before.some(({ word, raw }) => POSSESSIVES.has(word) || /['’]s?$/.test(raw))) return true;
  const owner = words[at + 1]?.word === "of" ? words[at + 2]?.stem : undefined;
  return owner !== undefined && (owner === person[0] || owner === person.at(-1));
}
