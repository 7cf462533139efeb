import { type Held, scoreWord } from "./cover.ts";
import type { ContentWord, ReadSentence } from "./read-sentence.ts";

const JOINED = /^(?:\s*,\s*(?:and|or)?|\s+(?:and|or))\s+(?:an?\s+|the\s+)?$/i;

/**
 * Returns whether a statement joins something that the evidence lacks to something that it contains: "an
 * actor and a model" of an actor. The evidence must contain the words before the join; otherwise, the
 * statement is a different one.
 */
export function addsListItem({ words, content, text }: ReadSentence, held: Held): boolean {
  const telling = words.flatMap((word): ContentWord[] => {
    const read = content.get(word.stem);
    return word.stop || read === undefined ? [] : [{ ...read, ...word }];
  });
  return telling.some((word, at) => {
    const before = telling[at - 1];
    if (before === undefined || scoreWord(before, held) === 0 || scoreWord(word, held) > 0) return false;
    if (!JOINED.test(text.slice(before.end, word.start))) return false;
    // The joined words may describe something contained: "a well known and tall actor".
    const next = telling[at + 1];
    return next === undefined || /[,.;:)]|\band\b|\b[a-z]+\b/i.test(text.slice(word.end, next.start));
  });
}
