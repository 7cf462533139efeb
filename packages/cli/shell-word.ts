/** Text as one word to a POSIX shell, in quotes. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
