/**
 * Characters that are invisible or change the direction of text: control characters except line feeds, format
 * characters (bidirectional marks, joiners, tags), separators and blanks other than a space, and lone
 * surrogates.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/gu;

/**
 * Formats a value as indented JSON for people to check, with every character that could hide something
 * written as `\u{…}`.
 */
export function visibleJson(value: unknown): string {
  return writeUnseen(JSON.stringify(value, undefined, 2) ?? "null");
}

/** Does the same, and starts a new line after every `\n` of a string, so that long texts are readable. */
export function readableJson(value: unknown): string {
  return visibleJson(value).split("\n").map(breakTexts).join("\n");
}

/**
 * Breaks lines after `\n`. Matches escapes in pairs, so that an escaped backslash before an `n` is no line
 * break.
 */
function breakTexts(line: string): string {
  const indent = " ".repeat(line.length - line.trimStart().length + 2);
  return line.replace(/\\(.)/g, (pair, letter) => (letter === "n" ? `${pair}\n${indent}` : pair));
}

/** Returns a text with its line breaks, but with characters that could hide something written out. */
export function writeUnseen(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === "\n" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Reverses `writeUnseen` in a text that a person has edited. */
export function readUnseen(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,6})\}/g, (written, code) => {
    const character =
      Number.parseInt(code, 16) > 0x10ffff ? written : String.fromCodePoint(Number.parseInt(code, 16));
    return writeUnseen(character) === written ? character : written;
  });
}
