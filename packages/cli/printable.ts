/** Control characters, but for line feed and tab, and the marks that turn the direction of text. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of others as a terminal may show it: a control character in it could move the cursor, hide lines or
 * retitle the window.
 */
export function printable(text: string): string {
  return text
    .replaceAll("\r", "")
    .replace(UNSEEN, (mark) => (mark === "\n" || mark === "\t" ? mark : "\ufffd"));
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, " ");
}

/** Text as one word to a POSIX shell, in quotes. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
