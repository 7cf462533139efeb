import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { isOrder } from "../../lexicon/orders.ts";
import {
  foldWord,
  isNotice,
  isOnlyDate,
  isVerb,
  MENU_WORDS,
  sentencesOf,
  wordsOf,
} from "../../lexicon/word-lists.ts";
import { remember } from "../../text/remembered.ts";
import { splitSentences } from "../../text/tokens.ts";
import { holdsLabel } from "./page-furniture.ts";

/** One or more sentences of a text that can be quoted as they stand: `text` is `source.slice(start, end)`. */
interface QuotableSpan {
  text: string;
  start: number;
  end: number;
  /** The number of sentences; more than one when the last ones open with a pronoun. */
  sentences: number;
  /** The sentence for which the span is quoted, its last one; those before say who is meant. */
  last: string;
}

const OPENING = /^[\s"'“‘«„‚‹»([¿¡「『《（*•–—-]*/u;
const FIRST_WORD = /^[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/u;
const LONGEST_OPENING = 120;

/**
 * Tells whether a sentence opens with a word that refers to somebody or something said before: "She won",
 * "Sein Vater", "他".
 */
export function opensWithPronoun(sentence: string, language: Language | null): boolean {
  const read = language ?? "en";
  const { refersBack, refersToNothing } = sentencesOf(read);
  const opening = sentence.slice(0, LONGEST_OPENING).replace(OPENING, "");
  const lower = opening.toLowerCase();
  if (refersToNothing?.test(lower) === true) return false;
  if (refersBack?.test(lower) === true) return true;
  const first = FIRST_WORD.exec(opening)?.[0];
  if (first === undefined || read === "zh" || read === "ja") return false;
  const word = first.replace(/['’].*$/u, "");
  // "US" is no "us", and a name is no pronoun.
  if (word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()) return false;
  return wordsOf(read).pronounsAsWritten.has(word.toLowerCase().normalize("NFC"));
}

/** The same, also of an English sentence in another language's search: most of what is found is English. */
export function opensWithAnyPronoun(sentence: string, language: Language | null): boolean {
  if (opensWithPronoun(sentence, language)) return true;
  return language !== "en" && opensWithPronoun(sentence, "en") && detectLanguage(sentence) === "en";
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FIRST_CLAUSE_WORDS = 12;

/**
 * Tells whether a sentence that could stand alone is clearer behind the one before it: "It is said that", "In
 * 1999 she moved". What stands between its first word and such a pronoun holds no name that the pronoun could
 * mean.
 */
export function leansBack(sentence: string, language: Language): boolean {
  const { subjects } = sentencesOf(language);
  let place = 0;
  for (const [word] of sentence.slice(0, 2 * LONGEST_OPENING).matchAll(WORD)) {
    if (subjects.has(word.toLowerCase())) return true;
    const isName = /^\p{Lu}/u.test(word) && !wordsOf(language).months.has(foldWord(word));
    if (place > 0 && isName) return false;
    place += 1;
    if (place > FIRST_CLAUSE_WORDS) return false;
  }
  return false;
}

/** Further back nobody looks for the name that a pronoun means. */
const MOST_SENTENCES = 4;
const LONGEST_SPAN = 800;
/** Two sentences together, where the second could stand alone. */
const LONGEST_LEANING = 400;

/**
 * Returns what of a text can be quoted, in order: every quotable sentence, those that open with a pronoun
 * together with what stands before them up to one that does not. A sentence whose pronoun nothing in the text
 * explains is left out, and so is one behind a `[...]`.
 */
export function findQuotableSpans(text: string, language: Language | null): readonly QuotableSpan[] {
  return spansOf(text, language);
}

/**
 * Returns the same of a text whose subject is known, so that a pronoun at its beginning is clear. Whoever
 * shows such a quote names the subject.
 */
export function findSpansOfSubject(text: string, language: Language | null): readonly QuotableSpan[] {
  return spansOfSubject(text, language);
}

const spansOf = remember((text: string, language: Language | null) => readSpans(text, language, false));
const spansOfSubject = remember((text: string, language: Language | null) => readSpans(text, language, true));

function readSpans(text: string, language: Language | null, knowsSubject: boolean): readonly QuotableSpan[] {
  const sentences = placeSentences(text, language);
  return sentences.flatMap(({ end, text: last, quotable }, at) => {
    if (!quotable) return [];
    const from = findLeaningStart(sentences, at) ?? findFirstSentence(sentences, at, knowsSubject);
    const start = sentences[from ?? at]?.start ?? end;
    if (from === null || (from < at && end - start > LONGEST_SPAN)) return [];
    return [{ text: text.slice(start, end), start, end, sentences: at - from + 1, last }];
  });
}

/**
 * Returns the sentence from which on the one at `at` can be understood; null when the text does not hold it.
 */
function findFirstSentence(
  sentences: readonly PlacedSentence[],
  at: number,
  knowsSubject: boolean,
): number | null {
  for (let from = at; from > at - MOST_SENTENCES; from -= 1) {
    if (sentences[from]?.refersBack !== true || (from === 0 && knowsSubject)) return from;
    if (sentences[from]?.follows !== true || sentences[from - 1]?.quotable !== true) return null;
  }
  return null;
}

/**
 * Finds where the span of a sentence that leans on the one before begins; null when it does not, or nothing
 * fit stands there.
 */
function findLeaningStart(sentences: readonly PlacedSentence[], at: number): number | null {
  const own = sentences[at];
  const before = sentences[at - 1];
  if (own?.leansBack !== true || !own.follows || before?.quotable !== true || before.refersBack) return null;
  return own.end - before.start > LONGEST_LEANING ? null : at - 1;
}

interface PlacedSentence {
  text: string;
  start: number;
  end: number;
  quotable: boolean;
  refersBack: boolean;
  leansBack: boolean;
  /** Nothing but white space stands between this sentence and the one before. */
  follows: boolean;
}

function placeSentences(text: string, language: Language | null): PlacedSentence[] {
  let end = 0;
  return splitSentences(text, language).map((sentence, at) => {
    const start = text.indexOf(sentence, end);
    const follows = at > 0 && text.slice(end, start).trim() === "";
    end = start + sentence.length;
    const refersBack = opensWithAnyPronoun(sentence, language);
    return {
      text: sentence,
      start,
      end,
      quotable: isQuotable(sentence, language),
      refersBack,
      leansBack: !refersBack && leansBack(sentence, language ?? "en"),
      follows,
    };
  });
}

const CUT_AT_END = /(?:\.\.\.|…|\[(?:\.\.\.|…)\])["'”“’»)\]」』\s]*$/u;
const CUT_AT_START = /^["'“‘«(\s]*(?:\.\.\.|…|\[(?:\.\.\.|…)\]|[,;:)\]}»”])/u;
/**
 * Dots that stand alone are where a search engine joined two places of a page; in a quotation they are the
 * page's own.
 */
const GAP_INSIDE = /\s(?:\.\.\.|…|\[…\])\s/;
const ENDED = /[.!?؟۔。！？…]["'”“’»«)\]」』）]*$/u;
const QUESTION = /[?？؟][)\]\s]*$/;
const MARKUP =
  /\]\(|\*\*|^\s*#{1,6}\s|`{3}|<\/?[a-z][a-z0-9]*(?:\s[^<>]{0,200})?\/?>|\{\{|\}\}|\|[^|]*\||\s\||\|\s|\|$|!\[|&[a-z]{2,8};|https?:\/\/|\bwww\./;
/** Without any of these there is no markup to look for. */
const MARKS = /[\]*#`<{}|!&]|\/\/|www/;
const CRUMBS = /(?:^|[^«])\s[›»→]\s|(?: > [^>]{1,60}){2,}/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const JOINED_WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu;

const FEWEST_WORDS = 5;
const FEWEST_CHARACTERS = 6;
/** A sentence that begins in lower case was cut, unless its first word is a name that is written so. */
const SMALL_NAME =
  /^(?:\p{Ll}{1,2}\p{Lu}|(?:al|el|ibn|bin|bint|abu|de|del|della|da|dos|du|van|von|der|ten|la|le|ben|bar)[ -]\p{Lu}|\p{Ll}+[-.]?\p{N})/u;

/**
 * Tells whether a sentence of a search result says something whole that may stand as a claim: not cut off,
 * not a date, a heading, a question, an order or a fragment, and nothing that a page says of itself. Without
 * a language it is read as English.
 */
export function isQuotable(sentence: string, language: Language | null): boolean {
  const text = sentence.trim();
  const read = language ?? "en";
  if (isCut(text, read) || (MARKS.test(text) && MARKUP.test(text)) || QUESTION.test(text) || isOnlyDate(text))
    return false;
  if (isFragment(text, read)) return false;
  return !isNotice(text, read) && !isFurniture(text) && !isOrder(text, read);
}

/** Tells whether a sentence lacks its beginning or its end, or something inside. */
export function isCut(text: string, language: Language): boolean {
  if (CUT_AT_END.test(text) || CUT_AT_START.test(text)) return true;
  if (/^\p{Ll}/u.test(text) && !SMALL_NAME.test(text)) return true;
  const gap = GAP_INSIDE.exec(text);
  if (gap !== null && !isInQuotation(text, gap.index)) return true;
  return isBracketOpen(text) || (!ENDED.test(text) && endsOpen(text, language));
}

function isInQuotation(text: string, place: number): boolean {
  const before = text.slice(0, place);
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return true;
  return (
    before.lastIndexOf("“") > before.lastIndexOf("”") || before.lastIndexOf("«") > before.lastIndexOf("»")
  );
}

/** Tells whether the last bracket that opens is never closed: the text was cut, or split, inside of it. */
function isBracketOpen(text: string): boolean {
  return text.lastIndexOf("(") > text.lastIndexOf(")") || text.lastIndexOf("（") > text.lastIndexOf("）");
}

/** Tells whether a text without a mark at its end stops where nobody would: at "the", a comma or a colon. */
function endsOpen(text: string, language: Language): boolean {
  if (/[,;:([{–—/&-]$/u.test(text)) return true;
  const last = /[\p{L}\p{M}'’]+$/u.exec(text.slice(-40))?.[0];
  return last !== undefined && /^\p{Ll}/u.test(last) && wordsOf(language).stopWords.has(foldWord(last));
}

/**
 * Tells whether a text is a heading, a label or a few words that state nothing: it has neither a verb nor,
 * behind a label, a figure.
 */
function isFragment(text: string, language: Language): boolean {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const found = text.replace(UNSPACED, " ").match(JOINED_WORD) ?? [];
  if (unspaced > found.length)
    return unspaced < FEWEST_CHARACTERS || (!ENDED.test(text) && unspaced < 2 * FEWEST_CHARACTERS);
  if (found.length < 2) return true;
  if (found.some((word) => isVerb(word, language))) return false;
  if (/^[\p{L}\p{M}\p{N} ]{2,40}:\s\S/u.test(text))
    return found.length < FEWEST_WORDS && !/\p{N}/u.test(text);
  return found.length < FEWEST_WORDS || !ENDED.test(text);
}

/**
 * Furniture that ran into a sentence: a label with a capital where no sentence begins, a path of links, three
 * words of a menu.
 */
function isFurniture(text: string): boolean {
  if (CRUMBS.test(text)) return true;
  if (holdsLabel(text)) return true;
  let run = 0;
  for (const [word] of text.matchAll(JOINED_WORD)) {
    run = /^\P{Ll}/u.test(word) && MENU_WORDS.has(word.toLowerCase()) ? run + 1 : 0;
    if (run === 4) return true;
  }
  return false;
}
