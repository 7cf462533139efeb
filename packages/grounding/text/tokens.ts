import type { Language } from "../lexicon/language.ts";
import { ENGLISH } from "../lexicon/lexicon.ts";
import { foldWord, getSentenceRules, getWords, type SentenceRules } from "../lexicon/word-lists.ts";
import { memoize } from "./memoize.ts";

export { foldWord };

/**
 * A word of a text with its position. `raw` is `text.slice(start, end)`; `word` is the folded form for
 * comparison.
 */
export interface Token {
  word: string;
  raw: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/uy;
/**
 * Matches characters that may continue a word after ASCII letters and digits: an apostrophe or a non-ASCII
 * character.
 */
const MAY_CONTINUE = /['\u0080-\uFFFF]/;

/** Returns all words and numbers of a text in order, separated by hyphens and full stops. */
export const tokenize = memoize((text): readonly Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (isPlain(text.charCodeAt(at))) at += 1;
    // Covers nearly all words. The pattern for all scripts is several times slower.
    if (at > start && !MAY_CONTINUE.test(text.charAt(at))) {
      const raw = text.slice(start, at);
      tokens.push({ word: raw.toLowerCase(), raw, start, end: at });
      continue;
    }
    if (at === start && text.charCodeAt(at) < FIRST_BEYOND_ASCII) {
      at += 1;
      continue;
    }
    WORD.lastIndex = start;
    const raw = WORD.exec(text)?.[0];
    if (raw === undefined) {
      at += (text.codePointAt(start) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
      continue;
    }
    at = start + raw.length;
    tokens.push({ word: foldWord(raw), raw, start, end: at });
  }
  return tokens;
});

const FIRST_BEYOND_ASCII = 0x80;
const LAST_OF_ONE_UNIT = 0xffff;

/** Returns whether a code unit is an ASCII letter or digit. NaN, after the end of a text, is not. */
function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
}

/** Returns the folded words of a text in order. */
export function splitWords(text: string): string[] {
  return tokenize(text).map((token) => token.word);
}

/**
 * Returns the singular of a plural, by spelling alone: "cities" → "city", "boxes" → "box", "cats" → "cat".
 * "glass" is unchanged.
 */
export function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Returns the content words of a text in order, without stop words and in the singular. */
export function findContentWords(text: string): string[] {
  return splitWords(text)
    .filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word)))
    .map(toSingular);
}

/** Returns a text in lower case, with one space in place of everything that is not a letter or digit. */
export function toBareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * English words without content of their own: articles, pronouns, prepositions, auxiliaries, question words.
 */
export const STOP_WORDS: ReadonlySet<string> = getWords("en").stopWords;

const UNKNOWN_WEIGHT = 5;
/**
 * Weight of numbers with at most two digits, which occur in nearly every text. Longer numbers, such as years,
 * are specific.
 */
const SHORT_NUMBER_WEIGHT = 2;

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  // Lightest weight last, so that it wins for a word that is listed twice.
  Object.entries(ENGLISH.weights)
    .reverse()
    .flatMap(([weight, list]) => list.split(" ").map((word): [string, number] => [word, Number(weight)])),
);

/**
 * Returns the weight of a folded content word, from 1 (common) to 5 (unknown). It comes from a fixed table,
 * so it does not depend on the results.
 */
export function weighTerm(word: string): number {
  if (/^\d{1,2}$/.test(word)) return SHORT_NUMBER_WEIGHT;
  return WEIGHTS.get(word) ?? UNKNOWN_WEIGHT;
}

/**
 * These patterns do not match from within a run of their own first characters, which would take quadratic
 * time.
 */
const CUT = /(?<!\s)\s*\[(?:\.\.\.|…)\]\s*/g;
const TERMINATOR = /(?<![.!?؟۔…])[.!?؟۔…]+["'”“’»«)\]]*(?=\s)|[。！？]+[」』”’）]*/gu;

const OPENS = /^["'“‘«„‚‹»([¿¡「『《（]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const ROMAN_NUMBER = /^[IVXL]+$/;
const INITIALS = /^(?:\p{Lu}\.)*\p{Lu}$/u;
const ARABIC_LETTER = /^\p{Script=Arabic}$/u;

/** German writes days as "17. Juli", which also occurs in texts of other languages. */
const MONTHS_AFTER_ORDINALS = getWords("de").months;

/**
 * Returns the word before a full stop. A unit ("km/s", "°C") is returned whole, because it is not an
 * abbreviation.
 */
function readWordBefore(text: string, end: number): string {
  return /[\p{L}\p{M}\p{N}.'’/°%]*$/u.exec(text.slice(Math.max(0, end - 24), end))?.[0] ?? "";
}

function endsSentence(text: string, at: number, mark: string, rules: SentenceRules): boolean {
  const rest = text.slice(at + mark.length).trimStart();
  if (!OPENS.test(rest)) return /[!?؟。！？]/u.test(mark) && !/^["'”’)]*\p{Ll}/u.test(rest);
  // A Japanese quotation is followed by a quotative particle.
  if (/」$|』$/.test(mark)) return !/^[とっ]/.test(rest);
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  return stopEndsSentence(readWordBefore(text, at), rest, rules);
}

/** Returns whether a full stop after a word ends the sentence, considering the following text. */
function stopEndsSentence(word: string, rest: string, rules: SentenceRules): boolean {
  const lower = word.toLowerCase();
  const next = /^["'“‘«„(¿¡]*([\p{L}\p{M}]+)(\.?)/u.exec(rest);
  const opens = foldWord(next?.[1] ?? "");
  // A letter with a full stop is another initial, not the start of a sentence.
  const starts = rules.starters.has(opens) && !(opens.length === 1 && next?.[2] === ".");
  if (/^\d{1,2}$/.test(word)) {
    if (MONTHS_AFTER_ORDINALS.has(opens)) return false;
    return !rules.hasDottedOrdinals || starts;
  }
  if (rules.hasDottedOrdinals && ROMAN_NUMBER.test(word)) return starts;
  if (rules.openEnded.has(lower)) return starts;
  if (rules.abbreviations.has(lower)) return false;
  // After an initial ("J.", "A.S."), the sentence continues unless a function word starts the next one.
  if (INITIALS.test(word)) return starts && word !== "A";
  return !ARABIC_LETTER.test(word);
}

function splitPart(part: string, rules: SentenceRules): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of part.matchAll(TERMINATOR)) {
    if (!endsSentence(part, match.index, match[0], rules)) continue;
    const end = match.index + match[0].length;
    sentences.push(part.slice(start, end).trim());
    start = end;
  }
  sentences.push(part.slice(start).trim());
  return sentences.filter((sentence) => sentence !== "");
}

/**
 * Splits a text into sentences, each a verbatim substring without outer white space. Abbreviations, initials
 * and decimals do not end a sentence, nor do the language's ordinals ("am 3. Oktober"). Without a language,
 * the rules of English apply. The mark of a truncated quote (`[...]`) always ends a sentence. Only this mark
 * and white space are left out.
 */
export function splitSentences(text: string, language: Language | null = null): readonly string[] {
  return splitMemoized(text, language ?? "en");
}

const splitMemoized = memoize((text: string, language: Language): readonly string[] => {
  const rules = getSentenceRules(language);
  return text.split(CUT).flatMap((part) => splitPart(part, rules));
});
