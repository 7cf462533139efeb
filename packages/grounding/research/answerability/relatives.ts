import { wordSet } from "../../lexicon/language.ts";
import { ENGLISH } from "../../lexicon/lexicon.ts";
import { GIVEN_NAMES } from "../../lexicon/names.ts";
import { isVerb } from "../../lexicon/word-lists.ts";
import { removePossessive } from "./opposite-words.ts";
import type { PageSentence } from "./read-page.ts";
import type { Word } from "./words.ts";

const relatives = wordSet(ENGLISH.contrasts.relatives);
const POSSESSIVES = new Set("his her their".split(" "));
const PERSONAL = new Set("he she they".split(" "));
const CONJUNCTIONS = new Set(
  "and but while when because as whereas although though after before until".split(" "),
);
/** Number of words after the owner among which the relative is named: "his much younger brother Jan". */
const NOUN_REACH = 4;

/** Returns whether a text mentions a relative. */
export function namesRelative(words: readonly Word[]): boolean {
  return words.some(isRelative);
}

function isRelative({ word }: Word): boolean {
  return relatives.has(removePossessive(word));
}

/**
 * Returns whether a sentence says what `asks` matches only of a relative or companion of the person: "Ada
 * Lovelace's mother died in 1860", "His colleague Ida Holm won the prize".
 */
export function isSaidOfRelative(
  person: readonly string[],
  { words, text }: PageSentence,
  asks: (word: Word) => boolean,
): boolean {
  const places = words.flatMap((word, at) => (asks(word) ? [at] : []));
  return (
    places.length > 0 &&
    places.every((at) => isOfRelative(person, words.slice(0, at), text.slice(0, words[at]?.start)))
  );
}

/**
 * Returns whether the subject of the clause that these words open is a relative or companion of the person. A
 * clause with "whose" ends at the next comma: "Ada, whose father was a poet, was born".
 */
function isOfRelative(person: readonly string[], words: readonly Word[], text: string): boolean {
  const owner = words.findLastIndex(
    (word, at) =>
      word.word === "whose" ||
      ((POSSESSIVES.has(word.word) || (isPossessive(word) && person.includes(word.stem))) &&
        opensClause(words.slice(0, at), person)),
  );
  const own = words[owner];
  if (own === undefined || (own.word === "whose" && text.includes(",", own.end))) return false;
  const noun = words.slice(owner + 1, owner + 1 + NOUN_REACH);
  if (!noun.some((word) => isRelative(word) || isGivenName(word, person))) return false;
  return !words
    .slice(owner + 1)
    .some((word, at, all) => PERSONAL.has(word.word) || isPerson(word, all[at - 1]));

  /** "Voss" is the person, and not in "Otto Voss". */
  function isPerson(word: Word, before: Word | undefined): boolean {
    const isOwn = word.stem === person.at(-1) && !isPossessive(word);
    return isOwn && (before === undefined || !before.capital || person.includes(before.stem));
  }
}

function isGivenName({ word, capital, stem }: Word, person: readonly string[]): boolean {
  return capital && GIVEN_NAMES.has(word) && !person.includes(stem);
}

/**
 * Returns whether the next word starts the subject of a clause: since the start or a conjunction, there are
 * only function words, numbers and the person's own first names. "X and his wife" is one subject.
 */
function opensClause(before: readonly Word[], person: readonly string[]): boolean {
  const at = before.findLastIndex(({ word }) => CONJUNCTIONS.has(word));
  if (before[at]?.word === "and" && !before.slice(0, at).some(({ word }) => isVerb(word, "en"))) return false;
  return before
    .slice(at + 1)
    .every(({ stop, raw, stem }) => stop || /\p{Nd}/u.test(raw) || person.includes(stem));
}

function isPossessive({ raw }: Word): boolean {
  return /['’]s?$/.test(raw);
}
