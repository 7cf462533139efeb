import type { Evidence } from "./evidence.ts";

const YEAR = /\b(?:1[0-9]|20)\d\d\b/g;

/** The years a text names, as written. */
function yearsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(YEAR));
}

/** Whether a text that names years names one of those asked for; one that names none is about any. */
function fitsYears(text: string, asked: ReadonlySet<string>): boolean {
  const named = yearsIn(text);
  return named.size === 0 || [...named].some((year) => asked.has(year));
}

/**
 * The evidence about the years a question names: last year's winner is no answer about this year's. A question that names
 * none, and one whose years no evidence names, keeps all.
 */
export function evidenceOfAskedYears(query: string, evidence: readonly Evidence[]): readonly Evidence[] {
  const asked = yearsIn(query);
  const named = evidence.some(({ text }) => [...yearsIn(text)].some((year) => asked.has(year)));
  return named ? evidence.filter(({ text }) => fitsYears(text, asked)) : evidence;
}

/** The sentences about the years a question names, by the same rule. */
export function sentencesOfAskedYears(query: string, sentences: readonly string[]): readonly string[] {
  const fitting = sentences.filter((sentence) => fitsYears(sentence, yearsIn(query)));
  return yearsIn(query).size > 0 && fitting.length > 0 ? fitting : sentences;
}
