/**
 * Returns a test for texts that contain one of the keywords, ignoring case. Matches parts of words. An empty
 * list matches every text without reading it.
 */
export function keywordMatch(keywords: readonly string[]): (text: () => string) => boolean {
  const wanted = keywords.map(foldKeyword);
  return (text) => {
    if (wanted.length === 0) return true;
    const within = foldKeyword(text());
    return wanted.some((keyword) => within.includes(keyword));
  };
}

/** Returns a keyword, or a text to search, in comparable form. */
export function foldKeyword(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
