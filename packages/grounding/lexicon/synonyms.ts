import { contentStem } from "./content-stems.ts";
import { SYNONYMS as ENGLISH, IDIOMS as ENGLISH_IDIOMS } from "./en/synonyms.ts";
import type { Language } from "./language.ts";

const CLASSES: Partial<Record<Language, string>> = { en: ENGLISH };

const NO_STOP_WORDS: ReadonlySet<string> = new Set();

const read = new Map<Language, ReadonlyMap<string, readonly number[]>>();

/** The classes of synonyms a stem is in; empty where the language has no table. */
export function synonymClasses(stemmed: string, language: Language): readonly number[] {
  const table = read.get(language) ?? readTable(language);
  return table.get(stemmed) ?? [];
}

function readTable(language: Language): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, number[]>();
  const lines = (CLASSES[language] ?? "").split("\n").filter((line) => line !== "");
  for (const [index, line] of lines.entries()) {
    for (const word of line.split(" ")) {
      const key = contentStem(word, language, NO_STOP_WORDS) ?? word;
      const classes = table.get(key);
      if (classes === undefined) table.set(key, [index]);
      else if (!classes.includes(index)) classes.push(index);
    }
  }
  read.set(language, table);
  return table;
}

/** Stems that a text's idioms stand for: "when did it come out" asks for a release. */
export function idiomStems(text: string, language: Language): string[] {
  if (language !== "en") return [];
  return ENGLISH_IDIOMS.flatMap(([word, phrase]) =>
    phrase.test(text) ? (contentStem(word, language, NO_STOP_WORDS) ?? word) : [],
  );
}
