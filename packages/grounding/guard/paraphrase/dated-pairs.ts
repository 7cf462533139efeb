import type { ReadSentence } from "./read-sentence.ts";

/** "Night Ferry (2015)": a work with its year. */
const WORK = /(?<label>\p{Lu}[\p{L}'’-]*(?:\s(?:\p{Lu}[\p{L}'’-]*|of|the|in|a))*)\s\((?<year>\d{4})\)/gu;
/** "In 2014 as CEO", "as chairman in 2021": an office with its year. */
const OFFICE =
  /\bas\s(?:the\s)?(?<label>[\p{L} -]{2,40}?)\sin\s(?<year>\d{4})\b|\bin\s(?<before>\d{4})\sas\s(?:the\s)?(?<behind>[\p{L} -]{2,40}?)(?=,|\.|;|$|\sand\s)/gu;

/**
 * Returns true if a statement gives a year to another work or office than a sentence that lists several with
 * their years: "Night Ferry appeared in 2019" of "Night Ferry (2015) and The Glass Orchard (2019)".
 */
export function yearOfAnother({ text }: ReadSentence, source: ReadSentence): boolean {
  const parts = text.split(/,|\band\b/);
  return [WORK, OFFICE].some((form) => {
    const pairs = Array.from(source.text.matchAll(form), ({ groups = {} }) => ({
      year: groups.year ?? groups.before ?? "",
      label: (groups.label ?? groups.behind ?? "").replace(/^(?:The|A)\s/, "").toLowerCase(),
    }));
    return pairs.length > 1 && [text, ...parts].some((part) => givesOther(part.toLowerCase(), pairs));
  });
}

function givesOther(part: string, pairs: readonly { year: string; label: string }[]): boolean {
  const named = pairs.filter(({ label }) => part.includes(label));
  const dated = pairs.filter(({ year }) => part.includes(year));
  return named.length > 0 && dated.length > 0 && !named.some((one) => dated.includes(one));
}
