import { LANGUAGES, type Language } from "../lexicon/language.ts";
import { getLexicon } from "../lexicon/lexicon.ts";
import type { GateWords } from "../lexicon/schema.ts";

/**
 * A word of a prompt in the form used by the gate's lists. `word` is in lower case without accents, but with
 * hyphens and apostrophes.
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
 * Folds a text: lower case, straight apostrophes, no accents. Other letters (such as the Russian й) remain
 * comparable with lists folded the same way.
 */
function foldGateText(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return (
    lower
      .replace(/[’ʼ]/g, "'")
      // Also remove marks first, because normalizing a word takes quadratic time in its marks.
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
 * Inserts spaces between a Latin name and adjacent letters of another script, because "Xとは誰" would otherwise
 * be one word.
 */
export function separateScripts(text: string): string {
  return ASCII.test(text) ? text : text.replace(SCRIPT_CHANGE, " ");
}

/** A kind of phrase in the gate's lists. */
export type Kind = Exclude<keyof GateWords, "everyday">;

/** A phrase found in a prompt: the tokens from `from` up to, but not including, `to`. */
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
 * Scripts in which phrases are matched by letters, because words are not separated or have others attached.
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
/** Phrases whose first word may have any ending, by their first letters. */
const byFirstLetters = new Map<string, Phrase[]>();
const everyday = new Map<string, Language[]>();

for (const language of spaced) {
  for (const kind of KINDS) for (const entry of listEntries(language, kind)) enter(language, kind, entry);
  for (const word of new Set(listEntries(language, "everyday")))
    everyday.set(word, [...(everyday.get(word) ?? []), language]);
}

const letters = new Map(
  LANGUAGES.filter((language) => BY_LETTERS[language] !== undefined).map((language) => [
    language,
    new Map(KINDS.map((kind) => [kind, new RegExp(listEntries(language, kind).join("|"), "u")])),
  ]),
);

function listEntries(language: Language, kind: keyof GateWords): string[] {
  return foldGateText(getLexicon(language).gate[kind])
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

/** Finds every phrase of languages that separate words. */
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
 * Returns the language and the kinds of phrases in a text in Arabic, Chinese, Japanese or Korean script; null
 * for other text.
 */
export function findByLetters(text: string): { language: Language; kinds: ReadonlySet<Kind> } | null {
  // Japanese first, because it also uses Chinese characters.
  const language = (["ja", "ko", "zh", "ar"] as const).find((one) => BY_LETTERS[one]?.test(text));
  if (language === undefined) return null;
  const lower = foldGateText(text);
  return { language, kinds: new Set(KINDS.filter((kind) => letters.get(language)?.get(kind)?.test(lower))) };
}

/**
 * Returns the most likely languages of a prompt by its common words and phrases. A word of several languages
 * counts less for each. Returns several languages if they tie, and none if there is no such word.
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

/** Returns whether a word is a common word of some language. */
export function isEveryday(word: string): boolean {
  return everyday.has(word);
}

/** Returns whether a single word can start a request: "research", "email", "tell". */
export function opensRequest(word: string): boolean {
  return findPhrases([{ word, raw: word, start: 0, end: word.length }]).length > 0;
}
