import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { foldWord } from "../text/fold-word.ts";
import type { Language } from "./language.ts";

/** Snowball's stemmers; Chinese, Japanese and Korean words have none. */
const STEMMERS: Partial<Record<Language, (word: string) => string>> = {
  en: english,
  de: german,
  es: spanish,
  ru: russian,
  tr: turkish,
  ar: arabic,
  fr: french,
  it: italian,
  pt: portuguese,
  nl: dutch,
};

/**
 * The stem of one lower-case word, folded like every compared word: "founded" and "founding" → "found". Words of languages without
 * a stemmer come back folded.
 */
export function stem(word: string, language: Language): string {
  return foldWord(STEMMERS[language]?.(word) ?? word);
}
