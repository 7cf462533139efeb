import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import { removePossessive } from "./opposite-words.ts";
import type { PageSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

const relatives = wordSet(ENGLISH.contrasts.relatives);
const POSSESSIVES = new Set("his her their".split(" "));
const PERSONAL = new Set("he she they".split(" "));
/**
 * Maximum position, in words, of a relative who is the subject of a sentence: "Ada Lovelace's younger
 * brother".
 */
const OPENING = 6;
const OWNER_REACH = 3;

/** Returns whether a text mentions a relative. */
export function namesRelative(words: readonly Word[]): boolean {
  return words.some(isRelative);
}

function isRelative({ word }: Word): boolean {
  return relatives.has(removePossessive(word));
}

/**
 * Returns whether a sentence starts with a relative of the person asked about, as in "Ada Lovelace's mother
 * died in 1860", and does not continue about the person. Its event and date are then the relative's.
 */
export function isOfRelative(person: readonly string[], { words }: PageSentence): boolean {
  const at = words.slice(0, OPENING).findIndex(isRelative);
  if (at < 1 || !isOwned(words.slice(Math.max(0, at - OWNER_REACH), at), person)) return false;
  const last = person.at(-1);
  return !words
    .slice(at + 1)
    .some((word) => PERSONAL.has(word.word) || (word.stem === last && !isPossessive(word)));
}

function isOwned(before: readonly Word[], person: readonly string[]): boolean {
  if (before.some(({ word }) => POSSESSIVES.has(word))) return true;
  return before.some((word) => isPossessive(word) && person.includes(word.stem));
}

function isPossessive({ raw }: Word): boolean {
  return /['’]s?$/.test(raw);
}
