/** A word of a prompt as the gate's lists have it: `word` is lower case without accents, hyphens and apostrophes kept. */
export interface GateToken {
  word: string;
  raw: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ&-](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*/gu;
const ASCII = /^[\x20-\x7e]*$/;

/** Lower case, straight apostrophes, no accents; letters that are no accented ones (й of Russian too) stay comparable to lists treated alike. */
export function plain(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return (
    lower
      .replace(/[’ʼ]/g, "'")
      // Marks go first as well: to put a word in normal form takes the square of the number of its marks.
      .replace(/\p{M}/gu, "")
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC")
      .replace(/ı/g, "i")
      .replace(/ß/g, "ss")
      .replace(/œ/g, "oe")
  );
}

/** The words of a text in order. */
export function gateTokens(text: string): GateToken[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    word: plain(match[0]),
    raw: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const ALPHABET = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]";
const OTHER_LETTERS =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Arabic}]";
const SCRIPT_CHANGE = new RegExp(
  `(?<=${ALPHABET})(?=${OTHER_LETTERS})|(?<=${OTHER_LETTERS})(?=${ALPHABET})`,
  "gu",
);

/** Sets a name in the alphabet apart from the letters of another script around it: "Xとは誰" is one word otherwise. */
export function separateScripts(text: string): string {
  return ASCII.test(text) ? text : text.replace(SCRIPT_CHANGE, " ");
}
