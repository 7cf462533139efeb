import type { Language } from "../lexicon/language.ts";
import { COMMON_WORDS } from "../lexicon/term-weights.ts";
import { foldWord, type SentenceRules, sentencesOf, wordsOf } from "../lexicon/word-lists.ts";
import { remember } from "./remembered.ts";

export { foldWord };

/**
 * A word of a text with its place: `raw` is `text.slice(start, end)`, `word` the folded form that is
 * compared.
 */
export interface Token {
  word: string;
  raw: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/uy;
/**
 * Matches what may go on with a word behind plain letters and digits: an apostrophe or anything that is not
 * ASCII.
 */
const MAY_GO_ON = /['\u0080-\uFFFF]/;

/** Returns every word and number of a text in order; hyphens and full stops separate. */
export function tokenize(text: string): readonly Token[] {
  return tokensOf(text);
}

const tokensOf = remember((text): readonly Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (isPlain(text.charCodeAt(at))) at += 1;
    // Nearly every word ends here; the pattern for all scripts takes several times as long.
    if (at > start && !MAY_GO_ON.test(text.charAt(at))) {
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

/** Tells whether a code unit is an ASCII letter or digit; not a number behind the end of a text. */
function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
}

/** Returns the folded words of a text in order. */
export function splitWords(text: string): string[] {
  return tokenize(text).map((token) => token.word);
}

/**
 * Returns a plural folded to its singular by spelling alone: "cities" → "city", "boxes" → "box", "cats" →
 * "cat"; "glass" stays.
 */
export function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Returns the words of a text that carry content, in order: stop words gone, plurals folded. */
export function findContentWords(text: string): string[] {
  return splitWords(text)
    .filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word)))
    .map(toSingular);
}

/**
 * English words that carry no content of their own: articles, pronouns, prepositions, auxiliaries, question
 * words.
 */
export const STOP_WORDS: ReadonlySet<string> = wordsOf("en").stopWords;

const UNKNOWN_WEIGHT = 5;
/** Two digits or fewer are found in nearly every text; longer numbers, years among them, are telling. */
const SHORT_NUMBER_WEIGHT = 2;

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  // Lightest step last, so that a word listed twice keeps its lightest weight.
  [...COMMON_WORDS]
    .reverse()
    .flatMap(([weight, list]) => list.split(" ").map((word): [string, number] => [word, weight])),
);

/**
 * Returns the weight of one folded content word (1 common to 5 unknown), from a fixed table: the same for
 * every set of results.
 */
export function weighTerm(word: string): number {
  if (/^\d{1,2}$/.test(word)) return SHORT_NUMBER_WEIGHT;
  return WEIGHTS.get(word) ?? UNKNOWN_WEIGHT;
}

/**
 * Neither is tried from inside a run of its own first characters: that would take the square of the run's
 * length.
 */
const CUT = /(?<!\s)\s*\[(?:\.\.\.|…)\]\s*/g;
const TERMINATOR = /(?<![.!?؟۔…])[.!?؟۔…]+["'”“’»«)\]]*(?=\s)|[。！？]+[」』”’）]*/gu;

const OPENS = /^["'“‘«„‚‹»([¿¡「『《（]*[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u;
const ROMAN_NUMBER = /^[IVXL]+$/;
const INITIALS = /^(?:\p{Lu}\.)*\p{Lu}$/u;
const ARABIC_LETTER = /^\p{Script=Arabic}$/u;

/** Days are written "17. Juli" in German, which stands in texts of other languages as well. */
const MONTHS_AFTER_ORDINALS = wordsOf("de").months;

/**
 * Returns what stands right before a full stop; of a unit ("km/s", "°C") all of it, for that is no
 * abbreviation.
 */
function readWordBefore(text: string, end: number): string {
  return /[\p{L}\p{M}\p{N}.'’/°%]*$/u.exec(text.slice(Math.max(0, end - 24), end))?.[0] ?? "";
}

function endsSentence(text: string, at: number, mark: string, rules: SentenceRules): boolean {
  const rest = text.slice(at + mark.length).trimStart();
  if (!OPENS.test(rest)) return /[!?؟。！？]/u.test(mark) && !/^["'”’)]*\p{Ll}/u.test(rest);
  // A Japanese quotation goes on with what marks it as one.
  if (/」$|』$/.test(mark)) return !/^[とっ]/.test(rest);
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  return stopEndsSentence(readWordBefore(text, at), rest, rules);
}

/** Tells whether a full stop behind a word ends the sentence, in view of what follows. */
function stopEndsSentence(word: string, rest: string, rules: SentenceRules): boolean {
  const lower = word.toLowerCase();
  const next = /^["'“‘«„(¿¡]*([\p{L}\p{M}]+)(\.?)/u.exec(rest);
  const opens = foldWord(next?.[1] ?? "");
  // A letter with a stop of its own is the next initial, not a word that starts a sentence.
  const starts = rules.starters.has(opens) && !(opens.length === 1 && next?.[2] === ".");
  if (/^\d{1,2}$/.test(word)) {
    if (MONTHS_AFTER_ORDINALS.has(opens)) return false;
    return !rules.hasDottedOrdinals || starts;
  }
  if (rules.hasDottedOrdinals && ROMAN_NUMBER.test(word)) return starts;
  if (rules.openEnded.has(lower)) return starts;
  if (rules.abbreviations.has(lower)) return false;
  // An initial ("J.", "A.S."): the sentence goes on unless a plain function word starts the next one.
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
 * Returns the sentences of a text in order, each a verbatim substring of it without outer white space.
 * Abbreviations, initials and decimals do not end a sentence, nor do ordinals of the language ("am 3.
 * Oktober"); without a language the text is read as English. The mark of a cut quote (`[...]`) always ends
 * one, and is the only thing besides white space that is left out.
 */
export function splitSentences(text: string, language: Language | null = null): readonly string[] {
  return sentencesIn(text, language ?? "en");
}

const sentencesIn = remember((text: string, language: Language): readonly string[] => {
  const rules = sentencesOf(language);
  return text.split(CUT).flatMap((part) => splitPart(part, rules));
});
