/** Matches control characters, except line feed and tab, and characters that change the direction of text. */
const UNSEEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes untrusted text safe to print on a terminal. A control character could otherwise move the cursor, hide
 * lines or change the window title.
 */
export function printable(text: string): string {
  return text
    .replaceAll("\r", "")
    .replace(UNSEEN, (mark) => (mark === "\n" || mark === "\t" ? mark : "\ufffd"));
}

/** Makes untrusted text safe to print on one line. */
export function printableLine(text: string): string {
  return printable(text).replace(/\s+/g, " ");
}

/** Quotes text as one word for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
