import { cutText } from "@plumbline/core/text/unicode.ts";
import { findProperNames } from "./names.ts";
import { STOP_WORDS, splitWords } from "./tokens.ts";

/** The longest query that a search backend accepts. */
interface QueryLimits {
  /** UTF-16 code units; the providers count at most as many characters. */
  characters: number;
  words?: number;
}

/** Limits that every search backend accepts: Brave's 50 words, Tavily's "under 400" characters. */
export const NARROWEST_LIMITS = { characters: 399, words: 50 } satisfies QueryLimits;

/** Words that a query must keep, and words to add. */
interface QueryExtras {
  /** The name that it is about, in any case. It is removed last. */
  subject?: string | null;
  /** Words to append if there is room. Those already in the query are omitted. */
  context?: string;
}

/**
 * Shortens a query to one line within the limits by removing whole words: first stop words, then words from
 * the end, then names, and its subject last. A single word over the limit is truncated.
 */
export function fitQuery(
  query: string,
  limits: QueryLimits,
  { subject, context = "" }: QueryExtras = {},
): string {
  const parts = splitAtSpaces(query);
  const fitted = fitsLimits(parts, limits) ? parts : dropWords(parts, limits, subject ?? "");
  const said = new Set(splitWords(fitted.join(" ")));
  for (const part of splitAtSpaces(context)) {
    if (splitWords(part).every((word) => said.has(word))) continue;
    if (!fitsLimits([...fitted, part], limits)) break;
    fitted.push(part);
  }
  return cutText(fitted.join(" "), limits.characters);
}

function splitAtSpaces(text: string): string[] {
  return text.split(/\s+/).filter((part) => part !== "");
}

function fitsLimits(parts: readonly string[], limits: QueryLimits): boolean {
  return parts.length <= (limits.words ?? parts.length) && parts.join(" ").length <= limits.characters;
}

/** Returns the parts to keep, at least one. */
function dropWords(parts: readonly string[], limits: QueryLimits, subject: string): string[] {
  const named = new Set(findProperNames(parts.join(" ")).flatMap((name) => splitWords(name.text)));
  const about = new Set(splitWords(subject));
  const measureWorth = (part: string): number => {
    const said = splitWords(part);
    if (said.some((word) => about.has(word))) return 3;
    if (said.some((word) => named.has(word))) return 2;
    return said.every((word) => STOP_WORDS.has(word)) ? 0 : 1;
  };
  const expendable = parts
    .map((part, place) => ({ part, place, worth: measureWorth(part) }))
    .toSorted((one, other) => one.worth - other.worth || other.place - one.place);
  const dropped = new Set<number>();
  let count = parts.length;
  let length = parts.join(" ").length;
  for (const { part, place } of expendable) {
    if (count === 1 || (count <= (limits.words ?? count) && length <= limits.characters)) break;
    dropped.add(place);
    count -= 1;
    length -= part.length + 1;
  }
  return parts.filter((_, place) => !dropped.has(place));
}
