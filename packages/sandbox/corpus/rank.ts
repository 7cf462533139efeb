import type { CorpusText } from "./corpus.ts";

/** A text and how well it matches. `score` is positive and comparable only within one response. */
export type RankedText = { readonly text: CorpusText; readonly score: number };

/**
 * BM25's usual constants. They set how quickly repetitions of a word stop counting, and how much length
 * matters.
 */
const saturation = 1.2;
const lengthWeight = 0.75;

const stopWords: ReadonlySet<string> = new Set(
  (
    "a about an and any are as at be been by can could did do does for from had has have he her him his how " +
    "i in is it its many me my not of on or our s she tell that the their them there they this to us was we were " +
    "what when where which who whom whose why will with would you your"
  ).split(" "),
);

/**
 * Returns at most `limit` (0 or more) texts that share a content word with `query`, best first. Ranks by
 * Okapi BM25 over lower-case words without accents ("Kariko" finds "Karikó") and counts the title twice.
 * Equal scores are ordered by ID.
 */
export function rankCorpus(
  texts: readonly CorpusText[],
  query: string,
  limit: number,
): readonly RankedText[] {
  const documents = texts.map((text) => ({
    text,
    words: wordsOf(text),
  }));
  const averageLength = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const scores = new Map<CorpusText, number>();

  for (const term of new Set(contentWords(query))) {
    const matches = documents
      .map(({ text, words }) => ({
        text,
        length: words.length,
        count: words.filter((word) => word === term).length,
      }))
      .filter(({ count }) => count > 0);
    const rarity = Math.log(1 + (texts.length - matches.length + 0.5) / (matches.length + 0.5));
    for (const { text, length, count } of matches) {
      const damping = saturation * (1 - lengthWeight + (lengthWeight * length) / averageLength);
      const gain = (rarity * count * (saturation + 1)) / (count + damping);
      scores.set(text, (scores.get(text) ?? 0) + gain);
    }
  }

  return [...scores]
    .map(([text, score]) => ({ text, score }))
    .sort((one, other) => other.score - one.score || (one.text.id < other.text.id ? -1 : 1))
    .slice(0, limit);
}

const known = new WeakMap<CorpusText, readonly string[]>();

/** Returns the words of a text. Cached. */
function wordsOf(text: CorpusText): readonly string[] {
  const words = known.get(text) ?? contentWords(`${text.title} ${text.title} ${text.text}`);
  known.set(text, words);
  return words;
}

function contentWords(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word));
}
