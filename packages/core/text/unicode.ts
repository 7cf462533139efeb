/**
 * Maximum number of marks per character (UAX #15, Stream-Safe Text Format). NFC takes quadratic time for
 * longer runs.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Normalizes to NFC in linear time. A character keeps at most 30 marks. */
export function streamSafeNfc(text: string): string {
  return text.replace(EXCESS_MARKS, "$1").normalize("NFC");
}

/** Returns the start of a text, at most `length` UTF-16 code units, without splitting a character. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Folds a text for a comparison that ignores case and Unicode's compatibility forms (full width, ligatures,
 * composed or not). Converts to upper case first, which merges letters that lower case keeps apart, such as ß
 * and SS.
 */
export function foldText(text: string): string {
  return text.trim().normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
