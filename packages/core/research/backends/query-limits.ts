/** The longest query a backend takes. */
export interface QueryLimits {
  /** UTF-16 code units, as the providers count no more than these. */
  characters: number;
  words?: number;
}

/**
 * The query folded to single spaces and cut at a word boundary to what the backend takes. A single word longer than the
 * limit is cut inside, never between the halves of a surrogate pair.
 */
export function shortenQuery(query: string, limits: QueryLimits): string {
  const all = query.split(/\s+/).filter((word) => word !== "");
  let short = "";
  for (const word of all.slice(0, limits.words ?? all.length)) {
    const longer = short === "" ? word : `${short} ${word}`;
    if (longer.length > limits.characters) break;
    short = longer;
  }
  return short === "" ? cutText(all[0] ?? "", limits.characters) : short;
}

/** The start of a text, at most `length` code units and never half a character. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** The query without the marks with which meta-search and the HTML page let a word steer the search ("!bang", ":language", "<timeout"). */
export function withoutOperators(query: string): string {
  return query.replace(/(^|\s)[!:<]+/g, "$1");
}
