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

/** One or more sentences of a text that can be quoted unchanged. `text` is `source.slice(start, end)`. */
interface QuotableSpan {
  text: string;
  start: number;
  end: number;
  /** Number of sentences. More than one if the last ones start with a pronoun. */
  sentences: number;
  /** The sentence that the span is quoted for, which is its last one. Those before it show who is meant. */
  last: string;
}

const OPENING = /^[\s"'“‘«„‚‹»([¿¡「『《（*•–—-]*/u;
const FIRST_WORD = /^[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/u;
const MAX_OPENING_LENGTH = 120;

/**
 * Returns whether a sentence starts with a word that refers to someone or something mentioned before: "She
 * won", "Sein Vater", "他".
 */
export function opensWithPronoun(sentence: string, language: Language | null): boolean {
  const read = language ?? "en";
  const { refersBack, refersToNothing } = sentencesOf(read);
  const opening = sentence.slice(0, MAX_OPENING_LENGTH).replace(OPENING, "");
  const lower = opening.toLowerCase();
  if (refersToNothing?.test(lower) === true) return false;
  if (refersBack?.test(lower) === true) return true;
  const first = FIRST_WORD.exec(opening)?.[0];
  if (first === undefined || read === "zh" || read === "ja") return false;
  const word = first.replace(/['’].*$/u, "");
  // "US" is not "us", and a name is not a pronoun.
  if (word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()) return false;
  return wordsOf(read).pronounsAsWritten.has(word.toLowerCase().normalize("NFC"));
}

/**
 * Returns the same, also for an English sentence in another language's search, because most results are
 * English.
 */
export function opensWithAnyPronoun(sentence: string, language: Language | null): boolean {
  if (opensWithPronoun(sentence, language)) return true;
  return language !== "en" && opensWithPronoun(sentence, "en") && detectLanguage(sentence) === "en";
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FIRST_CLAUSE_WORDS = 12;

/**
 * Returns whether a sentence that could stand alone is clearer after the one before: "It is said that", "In
 * 1999 she moved". The text between its first word and such a pronoun contains no name that the pronoun could
 * refer to.
 */
export function leansBack(sentence: string, language: Language): boolean {
  const { subjects } = sentencesOf(language);
  let place = 0;
  for (const [word] of sentence.slice(0, 2 * MAX_OPENING_LENGTH).matchAll(WORD)) {
    if (subjects.has(word.toLowerCase())) return true;
    const isName = /^\p{Lu}/u.test(word) && !wordsOf(language).months.has(foldWord(word));
    if (place > 0 && isName) return false;
    place += 1;
    if (place > FIRST_CLAUSE_WORDS) return false;
  }
  return false;
}

/** Maximum number of sentences to go back for the name that a pronoun refers to. */
const MAX_SENTENCES = 4;
const MAX_SPAN_LENGTH = 800;
/** Maximum length of two sentences together, if the second could stand alone. */
const MAX_LEANING_LENGTH = 400;

/**
 * Returns the quotable spans of a text, in order: every quotable sentence. A sentence that starts with a
 * pronoun comes with those before it, back to one that does not. Leaves out sentences whose pronoun nothing
 * in the text explains, also after a `[...]`.
 */
export function findQuotableSpans(text: string, language: Language | null): readonly QuotableSpan[] {
  return spansOf(text, language);
}

/**
 * Returns the same for a text with a known subject, so that a pronoun at its start is clear. Whoever shows
 * such a quote must name the subject.
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
    if (from === null || (from < at && end - start > MAX_SPAN_LENGTH)) return [];
    return [{ text: text.slice(start, end), start, end, sentences: at - from + 1, last }];
  });
}

/**
 * Returns the first sentence needed to understand the one at `at`, or null if the text does not contain it.
 */
function findFirstSentence(
  sentences: readonly PlacedSentence[],
  at: number,
  knowsSubject: boolean,
): number | null {
  for (let from = at; from > at - MAX_SENTENCES; from -= 1) {
    if (sentences[from]?.refersBack !== true || (from === 0 && knowsSubject)) return from;
    if (sentences[from]?.follows !== true || sentences[from - 1]?.quotable !== true) return null;
  }
  return null;
}

/**
 * Returns the start of the span of a sentence that depends on the one before, or null if it does not, or
 * nothing suitable precedes it.
 */
function findLeaningStart(sentences: readonly PlacedSentence[], at: number): number | null {
  const own = sentences[at];
  const before = sentences[at - 1];
  if (own?.leansBack !== true || !own.follows || before?.quotable !== true || before.refersBack) return null;
  return own.end - before.start > MAX_LEANING_LENGTH ? null : at - 1;
}

interface PlacedSentence {
  text: string;
  start: number;
  end: number;
  quotable: boolean;
  refersBack: boolean;
  leansBack: boolean;
  /** True if only white space separates this sentence from the one before. */
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
 * Matches separate dots, where a search engine joined two places of a page. In a quotation they belong to the
 * page.
 */
const GAP_INSIDE = /\s(?:\.\.\.|…|\[…\])\s/;
const ENDED = /[.!?؟۔。！？…]["'”“’»«)\]」』）]*$/u;
const QUESTION = /[?？؟][)\]\s]*$/;
const MARKUP =
  /\]\(|\*\*|^\s*#{1,6}\s|`{3}|<\/?[a-z][a-z0-9]*(?:\s[^<>]{0,200})?\/?>|\{\{|\}\}|\|[^|]*\||\s\||\|\s|\|$|!\[|&[a-z]{2,8};|https?:\/\/|\bwww\./;
/** Matches characters without which a text has no markup. */
const MARKS = /[\]*#`<{}|!&]|\/\/|www/;
const CRUMBS = /(?:^|[^«])\s[›»→]\s|(?: > [^>]{1,60}){2,}/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const JOINED_WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu;

const FEWEST_WORDS = 5;
const FEWEST_CHARACTERS = 6;
/** Matches a name written in lower case. Otherwise, a sentence that starts in lower case was cut. */
const SMALL_NAME =
  /^(?:\p{Ll}{1,2}\p{Lu}|(?:al|el|ibn|bin|bint|abu|de|del|della|da|dos|du|van|von|der|ten|la|le|ben|bar)[ -]\p{Lu}|\p{Ll}+[-.]?\p{N})/u;

/**
 * Returns whether a sentence of a search result is complete enough to be a claim: not cut off, not a date, a
 * heading, a question, an order or a fragment, and not about the page itself. Without a language, reads it as
 * English.
 */
export function isQuotable(sentence: string, language: Language | null): boolean {
  const text = sentence.trim();
  const read = language ?? "en";
  if (isCut(text, read) || (MARKS.test(text) && MARKUP.test(text)) || QUESTION.test(text) || isOnlyDate(text))
    return false;
  if (isFragment(text, read)) return false;
  return !isNotice(text, read) && !isFurniture(text) && !isOrder(text, read);
}

/** Returns whether a sentence lacks its start, its end or something inside. */
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

/** Returns whether the last opening bracket is never closed, because the text was cut or split inside it. */
function isBracketOpen(text: string): boolean {
  return text.lastIndexOf("(") > text.lastIndexOf(")") || text.lastIndexOf("（") > text.lastIndexOf("）");
}

/** Returns whether a text without a final mark stops where no sentence ends: at "the", a comma or a colon. */
function endsOpen(text: string, language: Language): boolean {
  if (/[,;:([{–—/&-]$/u.test(text)) return true;
  const last = /[\p{L}\p{M}'’]+$/u.exec(text.slice(-40))?.[0];
  return last !== undefined && /^\p{Ll}/u.test(last) && wordsOf(language).stopWords.has(foldWord(last));
}

/**
 * Returns whether a text is a heading, a label or a few words that state nothing: it has no verb and, after a
 * label, no number.
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
 * Returns whether boilerplate ran into a sentence: a capitalised label in the middle, a path of links, or
 * three words of a menu.
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
