/** Letters of scripts that are written without spaces between words. */
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Hangul}";
export const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, "u");
const APART = /[\s<>()[\]{}"“”„«»‹›,;|`，。、；：！？（）「」『』]+/u;
const AROUND = /^[.:!?¿¡*_~'’‘…]+|(?:['’]s)?[.:!?*_~'’‘…]+$|['’]s$/gu;

/**
 * Converts a text to lower case for comparison. Keeps letters whose lower case is in another alphabet: the
 * Kelvin sign must not match "k".
 */
export function foldCase(text: string): string {
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  return [...text]
    .map((letter) => {
      const lower = letter.toLowerCase();
      return letter > "~" && /[ -~]/.test(lower) ? letter : lower;
    })
    .join("");
}

/** Splits a text into words, preserving order and case, without surrounding punctuation. */
export function splitUserWords(text: string): string[] {
  return text
    .split(APART)
    .map((word) => word.replace(AROUND, ""))
    .filter((word) => word !== "");
}

/** Joins the words of a quoted title into one word. */
export function joinTitle(title: string): string {
  return title.trim().split(/\s+/).join("_");
}

/** A word, punctuation mark or destination in a message. */
export interface MessageToken {
  /** The text as written. */
  readonly text: string;
  /** The text in lower case. */
  readonly word: string;
  /** `place`: a URL, mail address, channel or mention. `break`: the end of a line. */
  readonly kind: "word" | "mark" | "place" | "break";
  /** Index of its first character in the message. */
  readonly at: number;
}

/** A sentence of a user's message, or a part of one that a dash, semicolon or ", so" separates. */
export interface UserSentence {
  readonly tokens: readonly MessageToken[];
  /** The text without its end punctuation. */
  readonly text: string;
  /** Index of its first character in the message. */
  readonly at: number;
  /** The end punctuation, or "" for a line without it, which may be a heading. */
  readonly end: string;
  /** True for a list item. */
  readonly isItem: boolean;
  /** True after the first colon, where users put the text to write. Nothing there is an order. */
  readonly isContent: boolean;
}

const LETTER = `(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]`;
const SPACED = (more: string) => `(?:${LETTER}|[${more}])`;
const DOMAIN = `${SPACED("-")}+(?:\\.${SPACED("-")}+)+`;
/** A URL ends before letters of a script without spaces, which belong to the sentence. */
const IN_URL = `(?![${UNSPACED}])[^\\s<>"“”„«»\`|，。、）」』]`;
const PLACES = [
  // In angle brackets, including the label after the bar.
  "<[^<>\\n]{1,400}>",
  `https?:\\/\\/(?:${IN_URL})+`,
  `(?:mailto:)?${SPACED("._%+~'-")}+@${DOMAIN}(?:(?<=mailto:[^\\s]*)\\?[^\\s<>"()]*)?`,
  `(?:${SPACED("-")}+\\.)+(?!\\d+\\/)${SPACED("-")}{2,}\\/(?:${IN_URL})*`,
  `[#@＃]${SPACED("_.-")}+`,
].join("|");
let tokenPattern: RegExp | undefined;

/** Builds the pattern on first use. Its classes of letters take 3 ms. */
function createTokenPattern(): RegExp {
  return new RegExp(
    `(?<place>${PLACES})|(?<break>\\n)|(?<word>['’]s(?!\\p{L})|[${UNSPACED}ー]+|${LETTER}+(?:['’.,_&/-]${LETTER}+)*)|(?<mark>[^\\s])`,
    "gu",
  );
}
const CLOSING = /[.,;:!?'’*_~]+$/;

/** Splits a message into tokens. Punctuation after a destination becomes separate tokens. */
export function tokenizeMessage(text: string): MessageToken[] {
  const found: MessageToken[] = [];
  tokenPattern ??= createTokenPattern();
  for (const match of text.matchAll(tokenPattern)) {
    const { groups = {}, index: at } = match;
    if (groups.place === undefined) {
      const kind = groups.word === undefined ? (groups.break === undefined ? "mark" : "break") : "word";
      found.push({ text: match[0], word: foldCase(match[0]).replaceAll("’", "'"), kind, at });
      continue;
    }
    const place = groups.place.startsWith("<") ? groups.place : trimClosing(groups.place);
    found.push({ text: place, word: foldCase(place), kind: "place", at });
    for (const mark of groups.place.slice(place.length))
      found.push({ text: mark, word: mark, kind: "mark", at: at + groups.place.length - 1 });
  }
  return found;
}

/** Removes trailing punctuation, and closing brackets that were not opened within the address. */
function trimClosing(written: string): string {
  const bare = written.replace(CLOSING, "");
  const opened = (bare.match(/[([{]/g) ?? []).length;
  const closed = (bare.match(/[)\]}]/g) ?? []).length;
  return closed > opened && /[)\]}]$/.test(bare) ? trimClosing(bare.slice(0, -1)) : bare;
}
