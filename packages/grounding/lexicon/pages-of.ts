import { foldWord } from "../text/fold-word.ts";
import { ARABIC_PAGES } from "./ar/page-words.ts";
import { GERMAN_PAGES } from "./de/page-words.ts";
import { ENGLISH_PAGES } from "./en/page-words.ts";
import { SPANISH_PAGES } from "./es/page-words.ts";
import { FRENCH_PAGES } from "./fr/page-words.ts";
import { ITALIAN_PAGES } from "./it/page-words.ts";
import { JAPANESE_PAGES } from "./ja/page-words.ts";
import { KOREAN_PAGES } from "./ko/page-words.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { DUTCH_PAGES } from "./nl/page-words.ts";
import type { PageWords } from "./page-words.ts";
import { PORTUGUESE_PAGES } from "./pt/page-words.ts";
import { RUSSIAN_PAGES } from "./ru/page-words.ts";
import { TURKISH_PAGES } from "./tr/page-words.ts";
import { wordsOf } from "./words-of.ts";
import { CHINESE_PAGES } from "./zh/page-words.ts";

const DATA: Record<Language, PageWords> = {
  en: ENGLISH_PAGES,
  de: GERMAN_PAGES,
  es: SPANISH_PAGES,
  ru: RUSSIAN_PAGES,
  tr: TURKISH_PAGES,
  ar: ARABIC_PAGES,
  zh: CHINESE_PAGES,
  fr: FRENCH_PAGES,
  it: ITALIAN_PAGES,
  pt: PORTUGUESE_PAGES,
  nl: DUTCH_PAGES,
  ja: JAPANESE_PAGES,
  ko: KOREAN_PAGES,
};

const ALL = LANGUAGES.map((language) => DATA[language]);

const verbs = new Map<Language, ReadonlySet<string>>();

/** Whether a word, as it is written, is a finite verb of the language as far as its lists and endings tell. */
export function isVerb(word: string, language: Language): boolean {
  let known = verbs.get(language);
  if (known === undefined) {
    known = new Set(DATA[language].verbs.split(" "));
    verbs.set(language, known);
  }
  const lower = word.toLowerCase();
  return known.has(lower) || (DATA[language].verbEnding?.test(lower) ?? false);
}

/** Whether a sentence speaks of its page, in the language or in English, in which much of the web's furniture is written. */
export function isNotice(sentence: string, language: Language): boolean {
  const lower = sentence.toLowerCase();
  return speaksOfPage(lower, DATA.en) || (language !== "en" && speaksOfPage(lower, DATA[language]));
}

function speaksOfPage(lower: string, { notices, noticeOpenings }: PageWords): boolean {
  return noticeOpenings.test(lower) || notices.test(lower);
}

/** The labels of all languages, longest first: a page in one language often stands in a frame of another. */
export const PAGE_LABELS: readonly string[] = ALL.flatMap(({ labels }) => labels.split("|")).toSorted(
  (one, other) => other.length - one.length || (one < other ? -1 : 1),
);

/** The menu words of all languages, lower case. */
export const MENU_WORDS: ReadonlySet<string> = new Set(ALL.flatMap(({ menuWords }) => menuWords.split(" ")));

const DATE_WORDS: ReadonlySet<string> = new Set([
  ...ALL.flatMap(({ dateWords }) => dateWords.split(" ").map(foldWord)),
  ...LANGUAGES.flatMap((language) =>
    [...wordsOf(language).months.keys()].flatMap((month) => month.split(" ")),
  ),
]);

/** Of languages without spaces, longest first. */
const UNSPACED_DATE_WORDS = new RegExp(
  [...DATE_WORDS]
    .filter((word) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word))
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .join("|"),
  "gu",
);

/** Whether a text is a date or a time and nothing else, in any of the languages: "2 days ago", "17. Juli 1954", "2023年3月5日". */
export function isOnlyDate(text: string): boolean {
  if (text.length > 80) return false;
  const found = text.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  const isTime = (word: string) =>
    /\p{N}/u.test(word) ||
    DATE_WORDS.has(foldWord(word)) ||
    foldWord(word).replace(UNSPACED_DATE_WORDS, "") === "";
  return found.length > 0 && found.every(isTime) && (/\p{N}/u.test(text) || found.length <= 2);
}
