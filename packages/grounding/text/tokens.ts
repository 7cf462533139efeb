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

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)*/uy;
/** What may go on with a word behind plain letters and digits: an apostrophe or anything that is not ASCII. */
const MAY_GO_ON = /['\u0080-\uFFFF]/;

/** Every word and number of a text in order; hyphens and full stops separate. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (isPlain(text.charCodeAt(at))) at += 1;
    // Nearly every word ends here; the pattern for all scripts takes several times as long.
    if (at > start && !MAY_GO_ON.test(text.charAt(at))) {
      const raw = text.slice(start, at);
      tokens.push({ word: raw.toLowerCase(), raw, start, end: at });
      continue;
    }
    if (at === start && text.charCodeAt(at) < FIRST_BEYOND_ASCII) {
      at += 1;
      continue;
    }
    WORD.lastIndex = start;
    const raw = WORD.exec(text)?.[0];
    if (raw === undefined) {
      at += (text.codePointAt(start) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
      continue;
    }
    at = start + raw.length;
    tokens.push({ word: foldWord(raw), raw, start, end: at });
  }
  return tokens;
}

const FIRST_BEYOND_ASCII = 0x80;
const LAST_OF_ONE_UNIT = 0xffff;

/** Whether a code unit is an ASCII letter or digit; not a number behind the end of a text. */
function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
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
