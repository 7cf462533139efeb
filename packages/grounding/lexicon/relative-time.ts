import { detectLanguage } from "./detect-language.ts";
import type { Language } from "./language.ts";
import { getLexicon } from "./lexicon.ts";
import type { TimeWords } from "./schema.ts";

type Patterns = Readonly<Record<keyof TimeWords, RegExp>>;

const made = new Map<Language, Patterns>();

function getPatterns(language: Language | null): Patterns {
  const spoken = language ?? "en";
  const known = made.get(spoken);
  if (known !== undefined) return known;
  const { question, times } = getLexicon(spoken);
  const matchWhole = (source: string) =>
    new RegExp(
      question.unspaced ? `(?:${source})` : `(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`,
      "giu",
    );
  const patterns = {
    lastYear: matchWhole(times.lastYear),
    thisYear: matchWhole(times.thisYear),
    yearBefore: matchWhole(times.yearBefore),
    yearAfter: matchWhole(times.yearAfter),
    newest: matchWhole(times.newest),
  };
  made.set(spoken, patterns);
  return patterns;
}

/**
 * Replaces words for the last and for this year by the year, so that a question about "last year" is searched
 * and answered for that year. `now` is in milliseconds since the epoch.
 */
export function writeOutYears(text: string, now: number): string {
  const { lastYear, thisYear } = getPatterns(detectLanguage(text));
  const year = new Date(now).getUTCFullYear();
  return text.replace(lastYear, String(year - 1)).replace(thisYear, String(year));
}

/**
 * Replaces "the year before" and "the year after" by the year before or after the one mentioned last.
 * `language` is that of the earlier text, because a short follow-up rarely shows its own.
 */
export function writeOutYearsAround(text: string, mentioned: number, language: Language | null): string {
  const { yearBefore, yearAfter } = getPatterns(detectLanguage(text) ?? language);
  return text.replace(yearBefore, String(mentioned - 1)).replace(yearAfter, String(mentioned + 1));
}

/** Returns whether a question asks for what is newest or holds at present: "the latest winner". */
export function asksForNewest(text: string, language: Language | null): boolean {
  return text.search(getPatterns(language).newest) >= 0;
}
