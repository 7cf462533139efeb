/**
 * Returns a test of whether a text contains one of the keywords, ignoring case. Part of a word counts. An
 * empty list matches every text, which is then not asked for.
 */
export function keywordMatch(keywords: readonly string[]): (text: () => string) => boolean {
  const wanted = keywords.map(foldKeyword);
  return (text) => {
    if (wanted.length === 0) return true;
    const within = foldKeyword(text());
    return wanted.some((keyword) => within.includes(keyword));
  };
}

/** A keyword, or a text it is looked for in, as they are compared. */
export function foldKeyword(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
