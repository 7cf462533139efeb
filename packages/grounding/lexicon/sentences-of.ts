import { ARABIC_SENTENCES } from "./ar/sentences.ts";
import { GERMAN_SENTENCES } from "./de/sentences.ts";
import { ENGLISH_SENTENCES } from "./en/sentences.ts";
import { SPANISH_SENTENCES } from "./es/sentences.ts";
import { FRENCH_SENTENCES } from "./fr/sentences.ts";
import { ITALIAN_SENTENCES } from "./it/sentences.ts";
import { JAPANESE_SENTENCES } from "./ja/sentences.ts";
import { KOREAN_SENTENCES } from "./ko/sentences.ts";
import type { Language } from "./language.ts";
import { DUTCH_SENTENCES } from "./nl/sentences.ts";
import { PORTUGUESE_SENTENCES } from "./pt/sentences.ts";
import { RUSSIAN_SENTENCES } from "./ru/sentences.ts";
import type { SentenceWords } from "./sentence-words.ts";
import { TURKISH_SENTENCES } from "./tr/sentences.ts";
import { wordsOf } from "./words-of.ts";
import { CHINESE_SENTENCES } from "./zh/sentences.ts";

const DATA: Record<Language, SentenceWords> = {
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

/** What stands before names in texts of every language. */
const EVERYWHERE = "dr prof mr mrs st jr sr vs";

/** What a sentence splitter has to know of a language. */
export interface SentenceRules extends Pick<SentenceWords, "refersBack" | "refersToNothing"> {
  abbreviations: ReadonlySet<string>;
  openEnded: ReadonlySet<string>;
  starters: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
  hasDottedOrdinals: boolean;
}

const built = new Map<Language, SentenceRules>();

/** The rules by which a language's sentences end and open. Words are lower case, not folded. */
export function sentencesOf(language: Language): SentenceRules {
  const known = built.get(language);
  if (known !== undefined) return known;
  const {
    abbreviations,
    openEnded,
    starters,
    subjects,
    hasDottedOrdinals = false,
    ...openings
  } = DATA[language];
  const rules: SentenceRules = {
    abbreviations: new Set(`${EVERYWHERE} ${abbreviations}`.split(" ")),
    openEnded: new Set(openEnded.split(" ")),
    starters: starters === undefined ? wordsOf(language).stopWords : new Set(starters.split(" ")),
    subjects: new Set(subjects.split(" ")),
    hasDottedOrdinals,
    ...openings,
  };
  built.set(language, rules);
  return rules;
}
