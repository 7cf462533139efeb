import { cutText, streamSafeNfc } from "@plumbline/core/text/unicode.ts";

/**
 * Matches invisible characters: controls, bidirectional overrides, zero-width and tag characters. The joiners
 * U+200C and U+200D carry meaning and are kept.
 */
const INVISIBLE = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu;

/** Makes the untrusted text of a file safe to show. Keeps white space within lines. */
export function cleanFileText(text: string): string {
  const seen = text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\v\f]/g, " ")
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(INVISIBLE, "");
  return streamSafeNfc(seen);
}

/** Makes text safe to show, collapses white space within lines, and keeps at most one empty line in a row. */
export function cleanMailLines(text: string): string {
  return cleanFileText(text)
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Makes text safe to show as one truncated line: a subject, a name or a file name. */
export function cleanLine(text: string, length: number): string {
  return cutText(cleanMailLines(cutText(text, 4 * length)).replace(/\n+/g, " "), length);
}
