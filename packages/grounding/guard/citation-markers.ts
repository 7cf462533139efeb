/**
 * Matches `[3]`, `[1, 2]`, `[2-4]`, `[^1]`, `[source 1]`. Does not match four digits, which are a year, or a
 * bracket followed by letters (`[18]F`).
 */
const BRACKETED =
  /(?<!\s)\s*\[(?:\^|(?:source|citation|ref)s? )?\d{1,3}(?: ?[-–,;] ?\d{1,3})*\](?![\p{L}\p{N}(])|(?<!\s)\s*【[^\s【】]{1,40}】/giu;

/**
 * Matches `(source 1)`, `(Passages 2 and 3)`: a number in parentheses together with the word for what it
 * numbers.
 */
const NAMED = /\s*\((?:source|citation|passage|quote|ref)s? \d{1,3}(?:(?:, ?| and |, and )\d{1,3})*\)/giu;

/** Matches every text that may contain a marker. */
const MAY_HOLD_MARKER = /[[【(]/;

/** Matches a marker alone at the end of a sentence: `(1)`, `(1, 2)`, `(source 1)`. */
const PARENTHESISED = /\s*\((?:(?:source|citation)s? )?\d{1,2}(?:, ?\d{1,2})*\)(?=["'”’]?[.!?]?$)/i;

/**
 * Removes models' citation markers: bracketed ones and those with a word such as "source". Leaves no extra
 * spaces.
 */
export function removeMarkers(text: string): string {
  if (!MAY_HOLD_MARKER.test(text)) return text.trim();
  return text.replace(BRACKETED, "").replace(NAMED, "").trim();
}

/** Also removes a number in parentheses at the end of a sentence, which may be a marker or an age. */
export function removeEndMarker(sentence: string): string {
  return sentence.replace(PARENTHESISED, "");
}
