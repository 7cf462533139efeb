/**
 * Creates a test for texts that contain one of the keywords, ignoring case. Parts of words match too. An
 * empty list matches every text without reading it.
 */
export function createKeywordTest(keywords: readonly string[]): (text: () => string) => boolean {
  const wanted = keywords.map(foldKeyword);
  return (text) => {
    if (wanted.length === 0) return true;
    const within = foldKeyword(text());
    return wanted.some((keyword) => within.includes(keyword));
  };
}

/** Normalizes a keyword, or a text to search, for comparison. */
export function foldKeyword(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
