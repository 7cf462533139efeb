import { detectLanguage } from "../lexicon/detect-language.ts";
import { getLexicon } from "../lexicon/lexicon.ts";

const SENTENCE_END = "(?<=[.?!;])\\s+|(?<=[。？！])|,\\s+|[、，]";

/** Splits a prompt in a language other than English into clauses. */
export function splitClauses(prompt: string): string[] {
  const language = detectLanguage(prompt);
  const and =
    language === null || language === "en" ? undefined : getLexicon(language).question.conjunctions?.and;
  const ends = and === undefined ? SENTENCE_END : `${SENTENCE_END}|\\s${and}\\s`;
  return prompt
    .split(new RegExp(ends, "u"))
    .map((clause) => clause.trim().replace(new RegExp(`^${and}\\s`, "u"), ""))
    .filter((clause) => /\p{L}/u.test(clause));
}
