/**
 * Folds a text for a comparison that ignores letter case and Unicode's compatible forms (full width, ligatures, composed or not).
 * Upper case comes first because it brings letters together that lower case keeps apart, such as ß and SS.
 */
export function foldedText(text: string): string {
  return text.trim().normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}
