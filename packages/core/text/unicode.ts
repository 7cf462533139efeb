/**
 * As many marks as a character may carry (UAX #15, Stream-Safe Text Format): NFC takes the square of a longer
 * run.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** NFC in a time that grows with the text alone: a character keeps at most 30 marks. */
export function streamSafeNfc(text: string): string {
  return text.replace(EXCESS_MARKS, "$1").normalize("NFC");
}

/** The start of a text, at most `length` UTF-16 code units and never half a character. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/**
 * Folds a text for a comparison that ignores letter case and Unicode's compatible forms (full width,
 * ligatures, composed or not). Upper case comes first because it brings letters together that lower case
 * keeps apart, such as ß and SS.
 */
export function foldText(text: string): string {
  return text.trim().normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
