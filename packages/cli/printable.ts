/** Matches control characters, except line feed and tab, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes untrusted text safe to print on a terminal. A control character could otherwise move the cursor, hide
 * lines or change the window title.
 */
export function toPrintable(text: string): string {
  return text
    .replaceAll("\r", "")
    .replace(UNPRINTABLE, (mark) => (mark === "\n" || mark === "\t" ? mark : "\ufffd"));
}

/** Makes untrusted text safe to print on one line. */
export function toPrintableLine(text: string): string {
  return toPrintable(text).replace(/\s+/g, " ");
}

/** Quotes text as one word for a POSIX shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
