import type { Thing } from "../tool/destination.ts";
import type { MessageToken } from "./words.ts";
import { WRITING_WORDS, type WritingWords } from "./writing-words.ts";

/** Number of words in the longest list entry: "i would like you to". */
const MAX_WORDS = 5;

export type Words = ReadonlySet<string>;
export type WritingVocabulary = Record<Exclude<keyof WritingWords, "things" | "homes">, Words> &
  Record<"things" | "homes", Partial<Record<Thing, Words>>>;

let vocabularies: readonly WritingVocabulary[] | undefined;

/** Returns the word lists of all languages as sets. Builds them on first use. */
export function listVocabularies(): readonly WritingVocabulary[] {
  vocabularies ??= WRITING_WORDS.map(readVocabulary);
  return vocabularies;
}

const OPTIONAL = {
  requests: "",
  leads: "",
  conditions: "",
  persons: "",
  wishes: "",
  duties: "",
  moves: "",
  topics: "",
  definites: "",
};

function readVocabulary(words: WritingWords): WritingVocabulary {
  const lists = { ...OPTIONAL, ...words };
  const { things, homes = "", ...others } = lists;
  const sets = Object.entries(others).map(([name, list]) => [name, toSet(list, " ")]);
  return { ...Object.fromEntries(sets), things: groupByThing(things), homes: groupByThing(homes) };
}

function toSet(list: string, separator: string): Words {
  return new Set(list.split(separator).filter((word) => word !== ""));
}

function groupByThing(lists: string): Partial<Record<Thing, Words>> {
  const entries = lists.split(" ").map((entry) => entry.split(":"));
  return Object.fromEntries(entries.map(([thing, nouns = ""]) => [thing, toSet(nouns, ",")]));
}

/** Returns the number of tokens from `at` that match a list entry, or 0. */
export function matchEntry(list: Words, tokens: readonly MessageToken[], at: number): number {
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length > 0; length -= 1)
    if (list.has(listWords(tokens.slice(at, at + length)).join("_"))) return length;
  return 0;
}

export function listWords(tokens: readonly MessageToken[]): string[] {
  return tokens.map(({ word }) => word);
}
