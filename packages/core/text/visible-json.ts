/**
 * Characters that are not seen, or that turn the text around them: control characters except line feeds,
 * format characters (bidirectional marks, joiners, tags), separators and blanks other than a space, and
 * halves of surrogate pairs.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/gu;

/**
 * Writes a value as JSON that a person can judge: indented, and with every character that could hide
 * something written as `\u{…}`.
 */
export function visibleJson(value: unknown): string {
  return writeUnseen(JSON.stringify(value, undefined, 2) ?? "null");
}

/** Does the same, and begins a new line behind every `\n` of a text, so that long texts can be read. */
export function readableJson(value: unknown): string {
  return visibleJson(value).split("\n").map(breakTexts).join("\n");
}

/** Takes escapes in pairs, so that an escaped backslash before an `n` breaks no line. */
function breakTexts(line: string): string {
  const indent = " ".repeat(line.length - line.trimStart().length + 2);
  return line.replace(/\\(.)/g, (pair, letter) => (letter === "n" ? `${pair}\n${indent}` : pair));
}

/** Writes a text as it is, line breaks included, with characters that could hide something written out. */
export function writeUnseen(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === "\n" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
