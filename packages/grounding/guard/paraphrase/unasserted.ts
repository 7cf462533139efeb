import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import { PREFIX_LENGTH, type ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";
import { findDeniedStems } from "./turning-words.ts";

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const AUXILIARIES = set("is are was were be been being has have had");
/** Words before a verb that may not have happened. */
const MODALS = set("to will would shall should may might can could must not never cannot");
/** Words after which "to" states what happened: "managed to climb", "the first to climb". */
const IMPLICATIVES = set(
  "managed went began started continued came got forced led helped first second third last only youngest oldest largest",
);
/** Verbs whose object does not exist yet: "needs approval". */
const NEED_VERBS = set("need needs needed require requires await awaits awaiting seek seeks seeking pending");
const WINDOW = 3;

/**
 * Returns whether a statement asserts what the evidence only mentions as intended, needed or suspected. The
 * evidence "on suspicion of stealing a boat" does not support "stole a boat", nor "due to open" "is open".
 */
export function presentsAimAsDone(said: ReadSentence, source: ReadSentence): boolean {
  return said.words.some((word, at) => {
    if (word.stop || word.capital || !isAsserted(said.words, at)) return false;
    const places = source.words.flatMap(({ stem }, place) => (isSameRoot(stem, word.stem) ? [place] : []));
    const ahead = said.words.slice(0, at);
    return places.length > 0 && places.every((place) => isOnlyIntended(source.words, place, ahead));
  });
}

function isSameRoot(one: string, other: string): boolean {
  return one === other || (one.length >= PREFIX_LENGTH && other.startsWith(one.slice(0, PREFIX_LENGTH)));
}

/** Returns whether a word is a verb in the past, or follows an auxiliary. Modals prevent both. */
function isAsserted(words: readonly ReadWord[], at: number): boolean {
  const before = words.slice(Math.max(0, at - WINDOW), at);
  if (before.some(({ word }) => MODALS.has(word))) return false;
  const [next] = before.toReversed().filter(({ word }) => !isAdverb(word));
  return isPastForm(words[at]?.word ?? "") || AUXILIARIES.has(next?.word ?? "");
}

/**
 * Returns whether a word follows "to", "will", "needs" or "suspicion of". A governing word such as
 * "suspicion" does not count if `before`, the statement's words before its verb, also has it.
 */
function isOnlyIntended(words: readonly ReadWord[], at: number, before: readonly ReadWord[]): boolean {
  const has = (wanted: ReadWord) => before.some(({ stem }) => stem === wanted.stem);
  const ahead = words.slice(0, at).filter(({ word }) => !isAdverb(word));
  const link = ahead.at(-1);
  if (link === undefined) return false;
  if (NEED_VERBS.has(link.word)) return !has(link);
  if (link.word === "will") return true;
  const isOfGerund = link.word === "of" && /ing$/.test(words[at]?.word ?? "");
  if (link.word !== "to" && !isOfGerund) return false;
  if (ahead.slice(-1 - WINDOW).some(({ word }) => IMPLICATIVES.has(word))) return false;
  const governor = ahead.slice(0, -1).findLast(({ stop }) => !stop);
  return governor === undefined || !has(governor);
}

/** Returns whether a statement without a negation has a word that occurs in the evidence only negated. */
export function affirmsDenied(said: ReadSentence, source: ReadSentence): boolean {
  const denied = findDeniedStems(source).flat();
  if (denied.length === 0 || findDeniedStems(said).length > 0) return false;
  const count = (stems: readonly string[], wanted: string) => stems.filter((stem) => stem === wanted).length;
  const stems = source.words.map(({ stem }) => stem);
  return denied.some((stem) => said.content.has(stem) && count(stems, stem) <= count(denied, stem));
}
