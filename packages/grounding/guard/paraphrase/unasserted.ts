import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import { PREFIX_LENGTH, type ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";
import { findDeniedStems } from "./turning-words.ts";

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const AUXILIARIES = set("is are was were be been being has have had");
/** Words before a verb that is not said to have happened. */
const OPEN = set("to will would shall should may might can could must not never cannot");
/** Verbs and nouns after which "to" tells what happened: "managed to climb", "the first to climb". */
const HAPPENED = set(
  "managed went began started continued came got forced led helped first second third last only youngest oldest largest",
);
/** Verbs of which the object is not there yet: "needs approval". */
const NEEDS = set("need needs needed require requires await awaits awaiting seek seeks seeking pending");
const REACH = 3;

/**
 * Returns whether a statement tells as done what the evidence only has after "to" or "of": "two men stole a
 * boat" of "on suspicion of stealing a boat", "is open" of "due to open". What "managed to" and "the first
 * to" say did happen.
 */
export function presentsAimAsDone(said: ReadSentence, source: ReadSentence): boolean {
  return said.words.some((word, at) => {
    if (word.stop || word.capital || !isTold(said.words, at)) return false;
    const places = source.words.flatMap(({ stem }, place) => (isSameRoot(stem, word.stem) ? [place] : []));
    const ahead = said.words.slice(0, at);
    return places.length > 0 && places.every((place) => isAim(source.words, place, ahead));
  });
}

function isSameRoot(one: string, other: string): boolean {
  return one === other || (one.length >= PREFIX_LENGTH && other.startsWith(one.slice(0, PREFIX_LENGTH)));
}

/** Returns whether a word is a verb that tells what happened, or what something is. */
function isTold(words: readonly ReadWord[], at: number): boolean {
  const before = words.slice(Math.max(0, at - REACH), at);
  if (before.some(({ word }) => OPEN.has(word))) return false;
  const [next] = before.toReversed().filter(({ word }) => !isAdverb(word));
  return isPastForm(words[at]?.word ?? "") || AUXILIARIES.has(next?.word ?? "");
}

/** Returns whether a word follows "to", "will", "needs" or "suspicion of", and `before` lacks that. */
function isAim(words: readonly ReadWord[], at: number, before: readonly ReadWord[]): boolean {
  const has = (wanted: ReadWord) => before.some(({ stem }) => stem === wanted.stem);
  const ahead = words.slice(0, at).filter(({ word }) => !isAdverb(word));
  const link = ahead.at(-1);
  if (link === undefined) return false;
  if (NEEDS.has(link.word)) return !has(link);
  if (link.word === "will") return true;
  const isOfGerund = link.word === "of" && /ing$/.test(words[at]?.word ?? "");
  if (link.word !== "to" && !isOfGerund) return false;
  if (ahead.slice(-1 - REACH).some(({ word }) => HAPPENED.has(word))) return false;
  const governor = ahead.slice(0, -1).findLast(({ stop }) => !stop);
  return governor === undefined || !has(governor);
}

/** Returns whether a statement affirms a word that the evidence has only in what it negates. */
export function affirmsDenied(said: ReadSentence, source: ReadSentence): boolean {
  const denied = findDeniedStems(source).flat();
  if (denied.length === 0 || findDeniedStems(said).length > 0) return false;
  const inside = new Map<string, number>();
  for (const stem of denied) inside.set(stem, (inside.get(stem) ?? 0) + 1);
  return [...inside].some(([stem, times]) => {
    if (!said.content.has(stem)) return false;
    return source.words.filter((word) => word.stem === stem).length <= times;
  });
}
