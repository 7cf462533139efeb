import { detectLanguage } from "../lexicon/detect-language.ts";
import type { Language } from "../lexicon/language.ts";

/** Conjunctions that join two requests, or a request and a question. */
const AND: Partial<Record<Language, string>> = {
  de: "und",
  es: "y",
  fr: "et",
  it: "e",
  nl: "en",
  pt: "e",
  ru: "и",
  tr: "ve",
};
const SENTENCE_END = "(?<=[.?!;])\\s+|(?<=[。？！])|,\\s+|[、，]";

/** Splits a prompt in a language other than English into clauses. */
export function splitClauses(prompt: string): string[] {
  const language = detectLanguage(prompt);
  const and = language === null ? undefined : AND[language];
  const ends = and === undefined ? SENTENCE_END : `${SENTENCE_END}|\\s${and}\\s`;
  return prompt
    .split(new RegExp(ends, "u"))
    .map((clause) => clause.trim().replace(new RegExp(`^${and}\\s`, "u"), ""))
    .filter((clause) => /\p{L}/u.test(clause));
}
