import { foldWord } from "./fold-word.ts";
import { STOP_WORDS } from "./stop-words.ts";

export { foldWord };

/** A word of a text with its place: `raw` is `text.slice(start, end)`, `word` the folded form that is compared. */
export interface Token {
  word: string;
  raw: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;

/** Every word and number of a text in order; hyphens and full stops separate. */
export function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    word: foldWord(match[0]),
    raw: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The folded words of a text in order. */
export function words(text: string): string[] {
  return tokenize(text).map((token) => token.word);
}

/** A plural folded to its singular by spelling alone: "cities" → "city", "boxes" → "box", "cats" → "cat"; "glass" stays. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The words of a text that carry content, in order: stop words gone, plurals folded. */
export function contentWords(text: string): string[] {
  return words(text)
    .filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word)))
    .map(singular);
}
