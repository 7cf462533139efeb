import { foldWord } from "../text/fold-word.ts";
import { ARABIC_WORDS } from "./ar/words.ts";
import { GERMAN_WORDS } from "./de/words.ts";
import { ENGLISH_WORDS } from "./en/words.ts";
import { SPANISH_WORDS } from "./es/words.ts";
import { FRENCH_WORDS } from "./fr/words.ts";
import { ITALIAN_WORDS } from "./it/words.ts";
import { JAPANESE_WORDS } from "./ja/words.ts";
import { KOREAN_WORDS } from "./ko/words.ts";
import type { Language } from "./language.ts";
import type { LanguageWords } from "./language-words.ts";
import { DUTCH_WORDS } from "./nl/words.ts";
import { PORTUGUESE_WORDS } from "./pt/words.ts";
import { RUSSIAN_WORDS } from "./ru/words.ts";
import { TURKISH_WORDS } from "./tr/words.ts";
import { CHINESE_WORDS } from "./zh/words.ts";

const LISTS: Record<Language, LanguageWords> = {
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

/** The plain words of a language, folded as `foldWord` folds them. */
export interface Words {
  /** Words without content of their own; in Chinese and Japanese runs of characters. */
  stopWords: ReadonlySet<string>;
  /** Words that open a sentence and refer to what was said before. */
  pronouns: ReadonlySet<string>;
  /** The same in lower case with their diacritics: Spanish "él" is a pronoun and "el" is none. */
  pronounsAsWritten: ReadonlySet<string>;
  /** The number (1 to 12) of a month by each of its names; of names with a space, each word is folded. */
  months: ReadonlyMap<string, number>;
  /** Common words beside the stop words, by which a language is recognised. */
  common: ReadonlySet<string>;
}

/** The lists of a language as they are spelled. */
export function wordListsOf(language: Language): LanguageWords {
  return LISTS[language];
}

const built = new Map<Language, Words>();

/** The word lists of a language: `wordsOf("de").months.get("marz")` is 3. */
export function wordsOf(language: Language): Words {
  const known = built.get(language);
  if (known !== undefined) return known;
  const lists = LISTS[language];
  const words: Words = {
    stopWords: foldedSet(lists.stopWords),
    pronouns: foldedSet(lists.pronouns),
    pronounsAsWritten: new Set(lists.pronouns.split(" ")),
    months: new Map(
      lists.months.flatMap((forms, at) =>
        forms.split("|").map((form): [string, number] => [form.split(" ").map(foldWord).join(" "), at + 1]),
      ),
    ),
    common: foldedSet(lists.common),
  };
  built.set(language, words);
  return words;
}

function foldedSet(list: string): ReadonlySet<string> {
  return new Set(list.split(" ").filter(Boolean).map(foldWord));
}
