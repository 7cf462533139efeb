import { GATE_WORDS, type GateWords } from "../lexicon/gate-words.ts";

import { LANGUAGES, type Language } from "../lexicon/language.ts";

/**
 * A word of a prompt as the gate's lists have it: `word` is lower case without accents, hyphens and
 * apostrophes kept.
 */
export interface GateToken {
  word: string;
  raw: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ&-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*/gu;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Folds a text: lower case, straight apostrophes, no accents; letters that are no accented ones (й of Russian
 * too) stay comparable to lists treated alike.
 */
function foldGateText(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return (
    lower
      .replace(/[’ʼ]/g, "'")
      // Marks go first as well: to put a word in normal form takes the square of the number of its marks.
      .replace(/\p{M}/gu, "")
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC")
      .replace(/ı/g, "i")
      .replace(/ß/g, "ss")
      .replace(/œ/g, "oe")
  );
}

/** Returns the words of a text in order. */
export function readGateTokens(text: string): GateToken[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    word: foldGateText(match[0]),
    raw: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const ALPHABET = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]";
const OTHER_LETTERS =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Arabic}]";
const SCRIPT_CHANGE = new RegExp(
  `(?<=${ALPHABET})(?=${OTHER_LETTERS})|(?<=${OTHER_LETTERS})(?=${ALPHABET})`,
  "gu",
);

/**
 * Sets a name in the alphabet apart from the letters of another script around it: "Xとは誰" is one word
 * otherwise.
 */
export function separateScripts(text: string): string {
  return ASCII.test(text) ? text : text.replace(SCRIPT_CHANGE, " ");
}

/** A list of the gate's words. */
export type Kind = Exclude<keyof GateWords, "everyday">;

/** A phrase of a list found in a prompt: the tokens from `from` up to `to`, without the latter. */
export interface Hit {
  kind: Kind;
  language: Language;
  from: number;
  to: number;
}

interface Phrase {
  kind: Kind;
  language: Language;
  words: readonly string[];
}

const KINDS: readonly Kind[] = ["who", "about", "life", "tell", "question", "errand", "fiction"];

/**
 * The scripts whose phrases are found by their letters: words are not set apart there, or carry other words
 * with them.
 */
const BY_LETTERS: Partial<Record<Language, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
};
const FIRST_LETTERS = 2;

const spaced = LANGUAGES.filter((language) => BY_LETTERS[language] === undefined);
const byFirstWord = new Map<string, Phrase[]>();
/** Phrases whose first word may have any ending, by its first letters. */
const byFirstLetters = new Map<string, Phrase[]>();
const everyday = new Map<string, Language[]>();

for (const language of spaced) {
  for (const kind of KINDS) for (const entry of entries(language, kind)) enter(language, kind, entry);
  for (const word of new Set(entries(language, "everyday")))
    everyday.set(word, [...(everyday.get(word) ?? []), language]);
}

const letters = new Map(
  LANGUAGES.filter((language) => BY_LETTERS[language] !== undefined).map((language) => [
    language,
    new Map(KINDS.map((kind) => [kind, new RegExp(entries(language, kind).join("|"), "u")])),
  ]),
);

function entries(language: Language, kind: keyof GateWords): string[] {
  return foldGateText(GATE_WORDS[language][kind])
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function enter(language: Language, kind: Kind, entry: string): void {
  const words = entry.split(" ");
  const first = words[0] ?? "";
  const [map, key] = first.endsWith("*")
    ? [byFirstLetters, first.slice(0, FIRST_LETTERS)]
    : [byFirstWord, first];
  map.set(key, [...(map.get(key) ?? []), { kind, language, words }]);
}

/** Finds every phrase of the languages that set words apart, wherever it stands. */
export function findPhrases(tokens: readonly GateToken[]): Hit[] {
  return tokens.flatMap(({ word }, from) =>
    [...(byFirstWord.get(word) ?? []), ...(byFirstLetters.get(word.slice(0, FIRST_LETTERS)) ?? [])].flatMap(
      ({ kind, language, words }) =>
        words.every((expected, at) => matches(expected, tokens[from + at]?.word))
          ? [{ kind, language, from, to: from + words.length }]
          : [],
    ),
  );
}

function matches(expected: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  return expected.endsWith("*") ? word.startsWith(expected.slice(0, -1)) : word === expected;
}

/**
 * Finds the lists with a phrase in a text of Arabic, Chinese, Japanese or Korean letters, and the language;
 * null for any other text.
 */
export function findByLetters(text: string): { language: Language; kinds: ReadonlySet<Kind> } | null {
  // Japanese first: it writes Chinese characters too.
  const language = (["ja", "ko", "zh", "ar"] as const).find((one) => BY_LETTERS[one]?.test(text));
  if (language === undefined) return null;
  const lower = foldGateText(text);
  return { language, kinds: new Set(KINDS.filter((kind) => letters.get(language)?.get(kind)?.test(lower))) };
}

/**
 * Returns the languages that a prompt's everyday words and phrases speak for most, a word of several
 * languages speaking less for each; several when they tie, none when there is no such word.
 */
export function findLikelyLanguages(
  tokens: readonly GateToken[],
  hits: readonly Hit[],
): ReadonlySet<Language> {
  const counts = new Map<Language, number>();
  const count = (language: Language, weight: number) =>
    counts.set(language, (counts.get(language) ?? 0) + weight);
  for (const { word } of tokens) {
    const languages = everyday.get(word) ?? [];
    for (const language of languages) count(language, 1 / languages.length);
  }
  for (const { language } of hits) count(language, 1 / 2);
  const most = Math.max(...counts.values());
  return new Set([...counts].filter(([, total]) => total === most).map(([language]) => language));
}

/** Tells whether a word is among the everyday words of a language. */
export function isEveryday(word: string): boolean {
  return everyday.has(word);
}

/** Tells whether a word on its own can open a request: "research", "email", "tell". */
export function opensRequest(word: string): boolean {
  return findPhrases([{ word, raw: word, start: 0, end: word.length }]).length > 0;
}
