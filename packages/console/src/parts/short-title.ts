/** Maximum length of a title, as in the service. */
const MAX_TITLE = 80;

/** Returns the start of a message on one line, as the service titles a chat. */
export function shortTitle(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).trimEnd()}…` : line;
}
