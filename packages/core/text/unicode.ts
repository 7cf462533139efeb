/** Maximum number of marks per character (UAX #15, Stream-Safe Text Format). NFC is quadratic in them. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Normalizes to NFC in linear time. A character keeps at most 30 marks. */
export function streamSafeNfc(text: string): string {
  return text.replace(TOO_MANY_MARKS, "$1").normalize("NFC");
}

/** Truncates a text to at most `length` UTF-16 code units, without splitting a character. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Folds a text for comparisons that ignore case and Unicode's compatibility forms (full width, ligatures,
 * composed or not). First converts to upper case, which merges letters that lower case distinguishes, such as
 * ß and SS.
 */
export function foldText(text: string): string {
  return text.trim().normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
