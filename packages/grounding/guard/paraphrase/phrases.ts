import { isAdverb } from "./light-words.ts";
import { MARK, NUMBER, type ReadWord, type Tokens } from "./tokens.ts";
import { isPastVerb, isTimeWord } from "./verb-forms.ts";
import { DETERMINERS, OWNERS, PERSONAL, PREPOSITIONS, RELATIVES } from "./word-classes.ts";

/** A noun phrase. */
export interface Phrase {
  /**
   * The words that it is named by: "producer" of "Holt's producer", with the names that stand for the same.
   */
  head: readonly ReadWord[];
  /** The words that only describe the head: its owner, a phrase behind it. */
  aside: readonly ReadWord[];
  /**
   * `thing`: "it", "this"; `owned`: somebody's, as "Holt's producer"; `about`: a noun that a phrase
   * describes.
   */
  kind: "pronoun" | "thing" | "owned" | "about" | "plain" | "none";
}

export const NO_PHRASE: Phrase = { head: [], aside: [], kind: "none" };

/** Reads the noun phrase that words make, without a date or place that they open with. */
export function readPhrase(words: readonly ReadWord[], tokens: Tokens): Phrase {
  const from = behindOpening(words, tokens);
  if (from < 0) return NO_PHRASE;
  const own = words.slice(from);
  if (own.length > 0 && own.every(({ stop }) => stop))
    return { head: [], aside: [], kind: pronounKind(own[0]?.word) };
  const found = { head: [] as ReadWord[], aside: [] as ReadWord[], isInside: false };
  let kind: Phrase["kind"] = OWNERS.has(own[0]?.word ?? "") ? "owned" : "plain";
  for (const [at, word] of own.entries()) {
    const gap = tokens.text.slice(own[at - 1]?.end ?? word.start, word.start);
    if (MARK.test(gap)) found.isInside = !/[,)]/.test(gap) || (/,/.test(gap) && !isApposition(word));
    if (describes(word, own[at - 1])) {
      if (kind === "plain" && !found.head.some((one) => tokens.isName(one))) kind = "about";
      found.isInside = true;
    }
    if (isTelling(word, tokens) && takes(word, found, own[at + 1])) kind = "owned";
  }
  return { head: found.head, aside: found.aside, kind };
}

/** Takes a word of a phrase; returns true for the owner of what follows. */
function takes(
  word: ReadWord,
  { head, aside, isInside }: { head: ReadWord[]; aside: ReadWord[]; isInside: boolean },
  next: ReadWord | undefined,
): boolean {
  const isOwner = /['’]s?$/.test(word.raw) && next !== undefined;
  if (isOwner && !isInside) aside.push(...head.splice(0), word);
  if (!isOwner) (isInside ? aside : head).push(word);
  return isOwner && !isInside;
}

function pronounKind(word = ""): Phrase["kind"] {
  if (/^(?:he|she|him|her|who)$/.test(word)) return "pronoun";
  return PERSONAL.has(word) || DETERMINERS.has(word) ? "thing" : "none";
}

function isTelling(word: ReadWord, tokens: Tokens): boolean {
  if (isAdverb(word.word) || isTimeWord(word.word) || NUMBER.test(word.word)) return false;
  return !word.stop || (word.capital && tokens.isName(word));
}

/** Tells that a word only describes the head: a phrase, or a participle. */
function describes({ word, capital }: ReadWord, before: ReadWord | undefined): boolean {
  return PREPOSITIONS.has(word) || (before !== undefined && !before.stop && !capital && isPastVerb(word));
}

/** ", Per Lind," is the same by another name. */
function isApposition({ word, capital }: ReadWord): boolean {
  if (RELATIVES.has(word) || PREPOSITIONS.has(word) || /ing$/.test(word)) return false;
  return !isPastVerb(word) || capital;
}

/** The place behind "in 2016" or "in Kiel,"; 0 where nothing opens words, -1 where nothing is behind it. */
function behindOpening(words: readonly ReadWord[], tokens: Tokens): number {
  const [first] = words;
  if (first === undefined || !PREPOSITIONS.has(first.word) || tokens.isName(first)) return 0;
  const behindNumber = words.findIndex(({ word }, at) => at > 0 && !NUMBER.test(word));
  if (behindNumber > 1) return behindNumber;
  const comma = words.findIndex(
    ({ start }, at) => at > 0 && /,/.test(tokens.text.slice(words[at - 1]?.end, start)),
  );
  return comma > 0 ? comma : words.findIndex((word, at) => opensSubject(word, words[at - 1], at));
}

/** "During autumn Mara Holt opened …": the subject begins without a comma. */
function opensSubject({ word, capital }: ReadWord, before: ReadWord | undefined, at: number): boolean {
  if (before === undefined) return false;
  if (/^(?:he|she|it|they|we|you)$/.test(word)) return true;
  return at > 1 && !before.stop && !before.capital && (capital || DETERMINERS.has(word));
}

/** The noun phrase that words begin with, up to a preposition. */
export function phraseFrom(words: readonly ReadWord[]): Phrase {
  // "Took over Vela".
  const until = words.findIndex(({ word }, at) => PREPOSITIONS.has(word) && !(at === 0 && word === "over"));
  const own = until < 0 ? words : words.slice(0, until);
  const head = own.filter(({ stop, word }) => !stop && !NUMBER.test(word) && !isAdverb(word));
  return { head, aside: [], kind: head.length === 0 ? "none" : "plain" };
}
