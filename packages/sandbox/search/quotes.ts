/**
 * Returns the words of a query in lower case, as search pages highlight them. Leaves out words of one or two
 * letters.
 */
export function queryWords(query: string): ReadonlySet<string> {
  return new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}

/**
 * Returns up to `count` non-overlapping verbatim quotes of `text`. Each has `sentences` consecutive
 * sentences; the last may have fewer. Quotes with more words of the query come first.
 */
export function bestQuotes(text: string, query: string, { count, sentences }: QuoteShape): readonly string[] {
  const words = queryWords(query);
  const shared = (quote: string) => [...queryWords(quote)].filter((word) => words.has(word)).length;
  const starts = sentenceStarts(text).filter((_, index) => index % sentences === 0);
  return starts
    .map((start, index) => text.slice(start, starts[index + 1] ?? text.length).trim())
    .map((quote) => ({ quote, shared: shared(quote) }))
    .sort((one, other) => other.shared - one.shared)
    .slice(0, count)
    .map(({ quote }) => quote);
}

/** Number of quotes and sentences per quote. */
export interface QuoteShape {
  readonly count: number;
  readonly sentences: number;
}

/**
 * Returns the positions at which sentences start. An initial ("J.") or a title ("Dr.") does not end a
 * sentence.
 */
function sentenceStarts(text: string): readonly number[] {
  const ends = text.matchAll(/(?<=[.!?])(?<!\b(?:\p{Lu}|Dr|Mr|Mrs|St|Jr)\.)\s+(?=[\p{Lu}\p{N}"“])/gu);
  return [0, ...[...ends].map((end) => end.index + end[0].length)];
}
