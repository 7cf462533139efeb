import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { sentencesOf } from "../../lexicon/sentences-of.ts";
import { wordsOf } from "../../lexicon/words-of.ts";
import { foldWord } from "../../text/fold-word.ts";
import { splitSentences } from "../../text/sentences.ts";
import { isQuotable } from "./quotable.ts";

/** One or more sentences of a text that can be quoted as they stand: `text` is `source.slice(start, end)`. */
export interface QuotableSpan {
  text: string;
  start: number;
  end: number;
  /** How many sentences; more than one when the last ones open with a pronoun. */
  sentences: number;
  /** The sentence for which the span is quoted, its last one; those before say who is meant. */
  last: string;
}

const OPENING = /^[\s"'“‘«„‚‹»([¿¡「『《（*•–—-]*/u;
const FIRST_WORD = /^[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?/u;
const LONGEST_OPENING = 120;

/** Whether a sentence opens with a word that refers to somebody or something said before: "She won", "Sein Vater", "他". */
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

/** The same for an English sentence among pages of another language: most of what a search finds is English. */
function opensWithEnglishPronoun(sentence: string, language: Language | null): boolean {
  return language !== "en" && opensWithPronoun(sentence, "en") && detectLanguage(sentence) === "en";
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const FIRST_CLAUSE_WORDS = 12;

/**
 * Whether a sentence that could stand alone is clearer behind the one before it: "It is said that", "In 1999 she moved". What
 * stands between its first word and such a pronoun holds no name whom the pronoun could mean.
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

/** Further back nobody looks for whom a pronoun means. */
const MOST_SENTENCES = 4;
const LONGEST_SPAN = 800;
/** Two sentences together, where the second could stand alone. */
const LONGEST_LEANING = 400;

/**
 * What of a text can be quoted, in order: every quotable sentence, those that open with a pronoun together with what stands before
 * them up to one that does not. A sentence whose pronoun nothing in the text explains is left out, and so is one behind a `[...]`.
 */
export function quotableSpans(text: string, language: Language | null): QuotableSpan[] {
  const sentences = placeSentences(text, language);
  return sentences.flatMap(({ end, text: last, quotable }, at) => {
    if (!quotable) return [];
    const from = withPredecessor(sentences, at) ?? firstSentence(sentences, at);
    const start = sentences[from ?? at]?.start ?? end;
    if (from === null || (from < at && end - start > LONGEST_SPAN)) return [];
    return [{ text: text.slice(start, end), start, end, sentences: at - from + 1, last }];
  });
}

/** The sentence from which on the one at `at` can be understood; null when the text does not hold it. */
function firstSentence(sentences: readonly PlacedSentence[], at: number): number | null {
  for (let from = at; from > at - MOST_SENTENCES; from -= 1) {
    if (sentences[from]?.refersBack !== true) return from;
    if (sentences[from]?.follows !== true || sentences[from - 1]?.quotable !== true) return null;
  }
  return null;
}

/** Where the span of a sentence that leans on the one before begins; null when it does not, or nothing fit stands there. */
function withPredecessor(sentences: readonly PlacedSentence[], at: number): number | null {
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
    const refersBack = opensWithPronoun(sentence, language) || opensWithEnglishPronoun(sentence, language);
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
