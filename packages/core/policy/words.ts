/** Letters of scripts that are written without spaces between words. */
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Hangul}";
const APART = /[\s<>()[\]{}"“”„«»‹›,;|`，。、；：！？（）「」『』]+/u;
const AROUND = /^[.:!?¿¡*_~'’‘…]+|(?:['’]s)?[.:!?*_~'’‘…]+$|['’]s$/gu;
const MAY_BE_UNSPACED = new RegExp(`[${UNSPACED}]`, "u");
const WITHIN_UNSPACED = new RegExp(`[${UNSPACED}]+`, "u");

/**
 * Lower case for a comparison. A letter whose lower case lies in another alphabet stays as it is: the Kelvin
 * sign must not pass for a "k".
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

/** The words of a text in their order and their own case, without the marks around them. */
export function splitUserWords(text: string): string[] {
  return text
    .split(APART)
    .map((word) => word.replace(AROUND, ""))
    .filter((word) => word !== "");
}

/**
 * Every whole token of a text: each word as it was written, and without the marks around it. In a text
 * without spaces, what stands between two letters of that script is a token too.
 */
export function tokensOf(text: string): Set<string> {
  const written = text.split(APART).flatMap((word) => [word, word.replace(AROUND, "")]);
  const parts = MAY_BE_UNSPACED.test(text)
    ? written.flatMap((word) => [word, ...word.split(WITHIN_UNSPACED)])
    : written;
  return new Set(parts.filter((part) => part !== ""));
}
