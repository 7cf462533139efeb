import type { ReadSentence } from "./read-sentence.ts";

const ROLE_AND_YEAR =
  /\bas\s(?:the\s)?(?<role>[\p{L} -]{2,40}?)\sin\s(?<year>\d{4})\b|\bin\s(?<before>\d{4})\sas\s(?:the\s)?(?<behind>[\p{L} -]{2,40}?)(?=,|\.|;|$|\sand\s)/gu;

/**
 * Returns whether a statement assigns a year to another office than the evidence: "chairman in 2014" of
 * "succeeding Ballmer in 2014 as CEO and Thompson in 2021 as chairman".
 */
export function officeYearDiffers(said: ReadSentence, source: ReadSentence): boolean {
  if (!source.text.includes(" as ") || !/\d{4}/.test(said.text)) return false;
  const pairs = Array.from(source.text.matchAll(ROLE_AND_YEAR), ({ groups }) => ({
    year: groups?.year ?? groups?.before ?? "",
    role: (groups?.role ?? groups?.behind ?? "").toLowerCase(),
  }));
  if (pairs.length < 2) return false;
  return said.text.split(/,|\band\b/).some((part) => {
    const text = part.toLowerCase();
    const own = pairs.find(({ year }) => text.includes(year));
    if (own === undefined || text.includes(own.role)) return false;
    return pairs.some(({ year, role }) => year !== own.year && text.includes(role));
  });
}
