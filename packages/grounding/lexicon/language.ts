/** Languages with word lists of their own, by ISO 639-1 code. */
export const LANGUAGES = [
  "en",
  "de",
  "es",
  "ru",
  "tr",
  "ar",
  "zh",
  "fr",
  "it",
  "pt",
  "nl",
  "ja",
  "ko",
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Reads a list of words separated by spaces. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
