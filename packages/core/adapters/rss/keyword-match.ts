/** Whether a text contains one of the keywords, whatever their case; a part of a word counts. No keywords match everything. */
export function keywordMatch(keywords: readonly string[]): (text: string) => boolean {
  const wanted = keywords.map(folded);
  return (text) => {
    if (wanted.length === 0) return true;
    const within = folded(text);
    return wanted.some((keyword) => within.includes(keyword));
  };
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/g, " ").trim();
}
