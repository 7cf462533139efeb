/**
 * Characters that are invisible or change the direction of text: control characters except line feeds, format
 * characters (bidirectional marks, joiners, tags), separators and blanks other than a space, and lone
 * surrogates.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/gu;

/** Formats a value as indented JSON. Escapes every character that could hide something as `\u{…}`. */
export function formatVisibleJson(value: unknown): string {
  return escapeInvisible(JSON.stringify(value, undefined, 2) ?? "null");
}

/** Formats a value like `formatVisibleJson`, but breaks lines in strings, so that long texts are readable. */
export function formatReadableJson(value: unknown): string {
  return formatVisibleJson(value).split("\n").map(breakTexts).join("\n");
}

/** Breaks lines after line feeds. Matches escapes in pairs, because a backslash may itself be escaped. */
function breakTexts(line: string): string {
  const indent = " ".repeat(line.length - line.trimStart().length + 2);
  return line.replace(/\\(.)/g, (pair, letter) => (letter === "n" ? `${pair}\n${indent}` : pair));
}

/** Escapes the characters of a text that could hide something, except line breaks. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    character === "\n" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Reverses `escapeInvisible` in a text that a person has edited. */
export function unescapeInvisible(text: string): string {
  return text.replace(/\\u\{([\da-f]{1,6})\}/g, (written, code) => {
    const character =
      Number.parseInt(code, 16) > 0x10ffff ? written : String.fromCodePoint(Number.parseInt(code, 16));
    return escapeInvisible(character) === written ? character : written;
  });
}
