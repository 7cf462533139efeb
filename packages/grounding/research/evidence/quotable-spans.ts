import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { isOrder } from "../../lexicon/orders.ts";
import {
  foldWord,
  getSentenceRules,
  getWords,
  isNotice,
  isOnlyDate,
  isVerb,
  MENU_WORDS,
} from "../../lexicon/word-lists.ts";
import { memoize } from "../../text/memoize.ts";
import { splitSentences } from "../../text/tokens.ts";
import { findListedPeople } from "./listed-people.ts";
import { containsLabel } from "./page-furniture.ts";
import { callsPreviousFalse, isLabelledFalse, LEADING_PUNCTUATION } from "./told-as-false.ts";

/** One or more sentences that can be quoted unchanged. `text` is `source.slice(start, end)`. */
interface QuotableSpan {
  text: string;
  start: number;
  end: number;
  /** Number of sentences. More than one if the last sentence needs those before it. */
  sentences: number;
  /** The sentence to be quoted, which is the last one. Those before it show who or what it is about. */
  last: string;
}

const FIRST_WORD = /^[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/u;
const MAX_START_LENGTH = 120;

/**
 * Returns whether a sentence starts with a word that refers to someone or something mentioned before: "She
 * won", "Sein Vater", "他".
 */
export function startsWithPronoun(sentence: string, language: Language | null): boolean {
  const read = language ?? "en";
  const { refersBack, refersToNothing } = getSentenceRules(read);
  const opening = sentence.slice(0, MAX_START_LENGTH).replace(LEADING_PUNCTUATION, "");
  const lower = opening.toLowerCase();
  if (refersToNothing?.test(lower) === true) return false;
  if (refersBack?.test(lower) === true) return true;
  const first = FIRST_WORD.exec(opening)?.[0];
  if (first === undefined || read === "zh" || read === "ja") return false;
  const word = first.replace(/['’].*$/u, "");
  // "US" is not "us", and a name is not a pronoun.
  if (word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()) return false;
  return getWords(read).pronounsAsWritten.has(word.toLowerCase().normalize("NFC"));
}

/**
 * Same as `startsWithPronoun`, but also recognises English sentences in a search in another language, because
 * most results are in English.
 */
export function startsWithAnyPronoun(sentence: string, language: Language | null): boolean {
  if (startsWithPronoun(sentence, language)) return true;
  return language !== "en" && startsWithPronoun(sentence, "en") && detectLanguage(sentence) === "en";
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MAX_CLAUSE_WORDS = 12;

/**
 * Returns whether a sentence is clearer together with the previous one: "It is said that", "In 1999 she
 * moved". No name before the pronoun shows who is meant.
 */
export function needsPrevious(sentence: string, language: Language): boolean {
  const { subjects } = getSentenceRules(language);
  let position = 0;
  for (const [word] of sentence.slice(0, 2 * MAX_START_LENGTH).matchAll(WORD)) {
    if (subjects.has(word.toLowerCase())) return true;
    const isName = /^\p{Lu}/u.test(word) && !getWords(language).months.has(foldWord(word));
    if (position > 0 && isName) return false;
    position += 1;
    if (position > MAX_CLAUSE_WORDS) return false;
  }
  return false;
}

/** Maximum number of sentences to go back for the name that a pronoun refers to. */
const MAX_SENTENCES = 4;
const MAX_SPAN_LENGTH = 800;
/** Maximum length of two sentences together, if the second makes sense without the first. */
const MAX_PAIR_LENGTH = 400;

/**
 * Returns a span for every quotable sentence of a text, in order. A sentence that starts with a pronoun comes
 * with those before it, back to one that does not. A sentence that the next one calls false comes only with
 * that one. Leaves out a sentence whose pronoun refers to something outside the text or before a `[...]`.
 */
export const findQuotableSpans = memoize((text: string, language: Language | null) =>
  readSpans(text, language, false),
);

/**
 * Same as `findQuotableSpans` for a text with a known subject, so that a pronoun at its start is clear.
 * Whoever shows such a quote must also show the subject.
 */
export const findSpansOfSubject = memoize((text: string, language: Language | null) =>
  readSpans(text, language, true),
);

function readSpans(text: string, language: Language | null, knowsSubject: boolean): readonly QuotableSpan[] {
  const sentences = locateSentences(text, language);
  return sentences.flatMap(({ end, text: last, quotable }, at) => {
    const next = sentences[at + 1];
    if (!quotable || (next?.isDenial === true && next.follows)) return [];
    const from = findPreviousSentence(sentences, at) ?? findFirstSentence(sentences, at, knowsSubject);
    const start = sentences[from ?? at]?.start ?? end;
    if (from === null || (from < at && end - start > MAX_SPAN_LENGTH)) return [];
    return [{ text: text.slice(start, end), start, end, sentences: at - from + 1, last }];
  });
}

/**
 * Returns the index of the first sentence needed to understand the one at `at`. Returns null if the text does
 * not contain it.
 */
function findFirstSentence(
  sentences: readonly LocatedSentence[],
  at: number,
  knowsSubject: boolean,
): number | null {
  for (let from = at; from > at - MAX_SENTENCES; from -= 1) {
    if (sentences[from]?.hasOpeningPronoun !== true) return from;
    if (sentences[from]?.follows !== true) return knowsSubject ? from : null;
    if (sentences[from - 1]?.quotable !== true) return null;
  }
  return null;
}

/** Returns the index of the previous sentence if the one at `at` needs it, or null. */
function findPreviousSentence(sentences: readonly LocatedSentence[], at: number): number | null {
  const own = sentences[at];
  const before = sentences[at - 1];
  if (own?.needsPrevious !== true || !own.follows || before?.quotable !== true || before.hasOpeningPronoun)
    return null;
  return own.end - before.start > MAX_PAIR_LENGTH ? null : at - 1;
}

interface LocatedSentence {
  text: string;
  start: number;
  end: number;
  quotable: boolean;
  hasOpeningPronoun: boolean;
  needsPrevious: boolean;
  /** True if it says that the previous sentence is false. */
  isDenial: boolean;
  /** True if nothing is missing between the previous sentence and this one. */
  follows: boolean;
}

function locateSentences(text: string, language: Language | null): LocatedSentence[] {
  let end = 0;
  let isGap = true;
  return splitSentences(text, language).map((sentence) => {
    const start = text.indexOf(sentence, end);
    const follows = !isGap && text.slice(end, start).trim() === "";
    end = start + sentence.length;
    isGap = CUT_AT_END.test(sentence);
    const hasOpeningPronoun = startsWithAnyPronoun(sentence, language);
    const isDenial = callsPreviousFalse(sentence, language);
    const quotable = isDenial || isQuotable(sentence, language);
    const listed = quotable ? null : findListedPeople(sentence, language);
    return {
      text: listed?.text ?? sentence,
      start: start + (listed?.start ?? 0),
      end: listed === null ? end : start + listed.start + listed.text.length,
      quotable: quotable || listed !== null,
      hasOpeningPronoun,
      needsPrevious: isDenial || (!hasOpeningPronoun && needsPrevious(sentence, language ?? "en")),
      isDenial,
      follows,
    };
  });
}

const CUT_AT_END = /(?:\.\.\.|…|\[(?:\.\.\.|…)\])["'”“’»)\]」』\s]*$/u;
const CUT_AT_START = /^["'“‘«(\s]*(?:\.\.\.|…|\[(?:\.\.\.|…)\]|[,;:)\]}»”])/u;
/**
 * Matches dots where a search engine joined two parts of a page. Inside a quotation, they belong to the page.
 */
const GAP_INSIDE = /\s(?:\.\.\.|…|\[…\])\s/;
const SENTENCE_END = /[.!?؟۔。！？…]["'”“’»«)\]」』）]*$/u;
const QUESTION = /[?？؟][)\]\s]*$/;
const MARKUP =
  /\]\(|\*\*|^\s*#{1,6}\s|`{3}|<\/?[a-z][a-z0-9]*(?:\s[^<>]{0,200})?\/?>|\{\{|\}\}|\|[^|]*\||\s\||\|\s|\|$|!\[|&[a-z]{2,8};|https?:\/\/|\bwww\./;
/** Matches characters that all markup contains, as a quick first check. */
const MARKUP_HINT = /[\]*#`<{}|!&]|\/\/|www/;
const BREADCRUMBS = /(?:^|[^«])\s[›»→]\s|(?: > [^>]{1,60}){2,}/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const JOINED_WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu;

const MIN_WORDS = 5;
const MIN_CHARACTERS = 6;
/** Matches names that start in lower case. Any other sentence that starts in lower case was cut. */
const LOWERCASE_NAME =
  /^(?:\p{Ll}{1,2}\p{Lu}|(?:al|el|ibn|bin|bint|abu|de|del|della|da|dos|du|van|von|der|ten|la|le|ben|bar)[ -]\p{Lu}|\p{Ll}+[-.]?\p{N})/u;

/**
 * Returns whether a sentence of a search result is complete enough to be a claim: not cut off, not a date, a
 * heading, a question, an order or a fragment, and not about the page itself. Without a language, reads it as
 * English.
 */
export function isQuotable(sentence: string, language: Language | null): boolean {
  const text = sentence.trim();
  const read = language ?? "en";
  if (
    isCut(text, read) ||
    (MARKUP_HINT.test(text) && MARKUP.test(text)) ||
    QUESTION.test(text) ||
    isOnlyDate(text)
  )
    return false;
  if (isFragment(text, read) || isLabelledFalse(text, read)) return false;
  return !isNotice(text, read) && !containsBoilerplate(text) && !isOrder(text, read);
}

/** Returns whether a sentence lacks its start, its end or something inside. */
export function isCut(text: string, language: Language): boolean {
  if (CUT_AT_START.test(text)) return true;
  const cut = CUT_AT_END.exec(text);
  if (cut !== null)
    return isCut(text.slice(0, cut.index).trimEnd(), language) || !isWholeBefore(text, cut.index, language);
  if (/^\p{Ll}/u.test(text) && !LOWERCASE_NAME.test(text)) return true;
  const gap = GAP_INSIDE.exec(text);
  if (gap !== null && !isInQuotation(text, gap.index)) return true;
  return hasOpenBracket(text) || (!SENTENCE_END.test(text) && endsMidSentence(text, language));
}

/** Matches a last number that may be incomplete: "raised $2 ... billion". A year is complete. */
const OPEN_NUMBER = /(?<!\p{N})(?!(?:1\d{3}|20\d{2})$)\p{N}[\p{N}.,]*$/u;

/**
 * Returns whether the words before a search engine's dots are a complete statement, although the sentence
 * continues: "Ada founded Orbia in 1953 ...". Dots without a space belong to the last word.
 */
function isWholeBefore(text: string, end: number, language: Language): boolean {
  if (!/\s/u.test(text.charAt(end - 1))) return false;
  const said = text.slice(0, end).trimEnd();
  const words = said.match(JOINED_WORD) ?? [];
  const verb = words.findLastIndex((word) => isVerb(word, language));
  return verb > 0 && verb < words.length - 1 && !OPEN_NUMBER.test(said);
}

function isInQuotation(text: string, position: number): boolean {
  const before = text.slice(0, position);
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return true;
  return (
    before.lastIndexOf("“") > before.lastIndexOf("”") || before.lastIndexOf("«") > before.lastIndexOf("»")
  );
}

/** Returns whether the last bracket is never closed, because the text was cut or split inside it. */
function hasOpenBracket(text: string): boolean {
  return text.lastIndexOf("(") > text.lastIndexOf(")") || text.lastIndexOf("（") > text.lastIndexOf("）");
}

/** Returns whether a text without a final mark ends within a sentence: after "the", a comma or a colon. */
function endsMidSentence(text: string, language: Language): boolean {
  if (/[,;:([{–—/&-]$/u.test(text)) return true;
  const last = /[\p{L}\p{M}'’]+$/u.exec(text.slice(-40))?.[0];
  return last !== undefined && /^\p{Ll}/u.test(last) && getWords(language).stopWords.has(foldWord(last));
}

/**
 * Returns whether a text states nothing: a heading, a label or a few words without a verb. A number after a
 * label is a statement.
 */
function isFragment(text: string, language: Language): boolean {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const found = text.replace(UNSPACED, " ").match(JOINED_WORD) ?? [];
  if (unspaced > found.length)
    return unspaced < MIN_CHARACTERS || (!SENTENCE_END.test(text) && unspaced < 2 * MIN_CHARACTERS);
  if (found.length < 2) return true;
  if (found.some((word) => isVerb(word, language))) return false;
  if (/^[\p{L}\p{M}\p{N} ]{2,40}:\s\S/u.test(text)) return found.length < MIN_WORDS && !/\p{N}/u.test(text);
  return found.length < MIN_WORDS || !SENTENCE_END.test(text);
}

/**
 * Returns whether boilerplate ran into a sentence: a button label, a breadcrumb trail, or four menu words in
 * a row.
 */
function containsBoilerplate(text: string): boolean {
  if (BREADCRUMBS.test(text)) return true;
  if (containsLabel(text)) return true;
  let run = 0;
  for (const [word] of text.matchAll(JOINED_WORD)) {
    run = /^\P{Ll}/u.test(word) && MENU_WORDS.has(word.toLowerCase()) ? run + 1 : 0;
    if (run === 4) return true;
  }
  return false;
}
