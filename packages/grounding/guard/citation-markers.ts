/**
 * `[3]`, `[1, 2]`, `[2-4]`, `[^1]`, `[source 1]`; four digits are a year and stay, and so does what goes on
 * in letters (`[18]F`).
 */
const BRACKETED =
  /(?<!\s)\s*\[(?:\^|(?:source|citation|ref)s? )?\d{1,3}(?: ?[-–,;] ?\d{1,3})*\](?![\p{L}\p{N}(])|(?<!\s)\s*【[^\s【】]{1,40}】/giu;

/** `(source 1)`, `(Passages 2 and 3)`: a number in parentheses that says what it numbers. */
const NAMED = /\s*\((?:source|citation|passage|quote|ref)s? \d{1,3}(?:(?:, ?| and |, and )\d{1,3})*\)/giu;

/** Without one of these a text has no marker. */
const MAY_HOLD_MARKER = /[[【(]/;

/** Alone at the end of a sentence: `(1)`, `(1, 2)`, `(source 1)`. */
const PARENTHESISED = /\s*\((?:(?:source|citation)s? )?\d{1,2}(?:, ?\d{1,2})*\)(?=["'”’]?[.!?]?$)/i;

/**
 * A text without the markers that models cite with, those in brackets and those that name themselves. What is
 * taken out leaves no space behind.
 */
export function withoutMarkers(text: string): string {
  if (!MAY_HOLD_MARKER.test(text)) return text.trim();
  return text.replace(BRACKETED, "").replace(NAMED, "").trim();
}

/** A sentence also without a number in parentheses at its end, which may be a marker and may be an age. */
export function withoutEndMarker(sentence: string): string {
  return sentence.replace(PARENTHESISED, "");
}
