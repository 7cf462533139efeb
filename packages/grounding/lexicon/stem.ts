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

/** Stems kept for each language: texts share most of their words. When so many are known it begins anew. */
const MOST_KEPT = 8_000;
const LONGEST_KEPT = 24;
const kept = new Map<Language, Map<string, string>>();

/**
 * The stem of one lower-case word, folded like every compared word: "founded" and "founding" → "found". Words of languages without
 * a stemmer come back folded.
 */
export function stem(word: string, language: Language): string {
  const stems = kept.get(language) ?? new Map<string, string>();
  const known = stems.get(word);
  if (known !== undefined) return known;
  const made = foldWord(STEMMERS[language]?.(word) ?? word);
  if (stems.size >= MOST_KEPT) stems.clear();
  if (word.length <= LONGEST_KEPT) stems.set(word, made);
  kept.set(language, stems);
  return made;
}
