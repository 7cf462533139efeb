import { cutText, streamSafeNfc } from "@plumbline/core/text/unicode.ts";

/**
 * Nothing that is seen: controls, bidirectional overrides, zero-width and tag characters. The joiners U+200C
 * and U+200D carry meaning.
 */
const UNSEEN = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu;

/** A text of a stranger as it may be shown, with the white space of its lines: that of a file. */
export function cleanFileText(text: string): string {
  const seen = text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\v\f]/g, " ")
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(UNSEEN, "");
  return streamSafeNfc(seen);
}

/** The same with white space folded within the lines, and at most one empty line in a row. */
export function cleanMailLines(text: string): string {
  return cleanFileText(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The same on one line and cut: a subject, a name, a file name. */
export function cleanLine(text: string, length: number): string {
  return cutText(cleanMailLines(cutText(text, 4 * length)).replace(/\n+/g, " "), length);
}
