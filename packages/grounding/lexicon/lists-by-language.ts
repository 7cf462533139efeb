import { ARABIC_PAGES } from "./ar/page-words.ts";
import { ARABIC_SENTENCES } from "./ar/sentences.ts";
import { ARABIC_WORDS } from "./ar/words.ts";
import { GERMAN_PAGES } from "./de/page-words.ts";
import { GERMAN_SENTENCES } from "./de/sentences.ts";
import { GERMAN_WORDS } from "./de/words.ts";
import { ENGLISH_PAGES } from "./en/page-words.ts";
import { ENGLISH_SENTENCES } from "./en/sentences.ts";
import { ENGLISH_WORDS } from "./en/words.ts";
import { SPANISH_PAGES } from "./es/page-words.ts";
import { SPANISH_SENTENCES } from "./es/sentences.ts";
import { SPANISH_WORDS } from "./es/words.ts";
import { FRENCH_PAGES } from "./fr/page-words.ts";
import { FRENCH_SENTENCES } from "./fr/sentences.ts";
import { FRENCH_WORDS } from "./fr/words.ts";
import { ITALIAN_PAGES } from "./it/page-words.ts";
import { ITALIAN_SENTENCES } from "./it/sentences.ts";
import { ITALIAN_WORDS } from "./it/words.ts";
import { JAPANESE_PAGES } from "./ja/page-words.ts";
import { JAPANESE_SENTENCES } from "./ja/sentences.ts";
import { JAPANESE_WORDS } from "./ja/words.ts";
import { KOREAN_PAGES } from "./ko/page-words.ts";
import { KOREAN_SENTENCES } from "./ko/sentences.ts";
import { KOREAN_WORDS } from "./ko/words.ts";
import type { Language } from "./language.ts";
import type { LanguageWords } from "./language-words.ts";
import { DUTCH_PAGES } from "./nl/page-words.ts";
import { DUTCH_SENTENCES } from "./nl/sentences.ts";
import { DUTCH_WORDS } from "./nl/words.ts";
import type { PageWords } from "./page-words.ts";
import { PORTUGUESE_PAGES } from "./pt/page-words.ts";
import { PORTUGUESE_SENTENCES } from "./pt/sentences.ts";
import { PORTUGUESE_WORDS } from "./pt/words.ts";
import { RUSSIAN_PAGES } from "./ru/page-words.ts";
import { RUSSIAN_SENTENCES } from "./ru/sentences.ts";
import { RUSSIAN_WORDS } from "./ru/words.ts";
import type { SentenceWords } from "./sentence-words.ts";
import { TURKISH_PAGES } from "./tr/page-words.ts";
import { TURKISH_SENTENCES } from "./tr/sentences.ts";
import { TURKISH_WORDS } from "./tr/words.ts";
import { CHINESE_PAGES } from "./zh/page-words.ts";
import { CHINESE_SENTENCES } from "./zh/sentences.ts";
import { CHINESE_WORDS } from "./zh/words.ts";

export const LISTS: Record<Language, LanguageWords> = {
  en: ENGLISH_WORDS,
  de: GERMAN_WORDS,
  es: SPANISH_WORDS,
  ru: RUSSIAN_WORDS,
  tr: TURKISH_WORDS,
  ar: ARABIC_WORDS,
  zh: CHINESE_WORDS,
  fr: FRENCH_WORDS,
  it: ITALIAN_WORDS,
  pt: PORTUGUESE_WORDS,
  nl: DUTCH_WORDS,
  ja: JAPANESE_WORDS,
  ko: KOREAN_WORDS,
};

export const SENTENCES: Record<Language, SentenceWords> = {
  en: ENGLISH_SENTENCES,
  de: GERMAN_SENTENCES,
  es: SPANISH_SENTENCES,
  ru: RUSSIAN_SENTENCES,
  tr: TURKISH_SENTENCES,
  ar: ARABIC_SENTENCES,
  zh: CHINESE_SENTENCES,
  fr: FRENCH_SENTENCES,
  it: ITALIAN_SENTENCES,
  pt: PORTUGUESE_SENTENCES,
  nl: DUTCH_SENTENCES,
  ja: JAPANESE_SENTENCES,
  ko: KOREAN_SENTENCES,
};

export const PAGES: Record<Language, PageWords> = {
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
