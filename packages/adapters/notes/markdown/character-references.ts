/** The named references people write in Markdown; of the two thousand others HTML has, none is seen there. */
const NAMED = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00a0",
    ndash: "–",
    mdash: "—",
    hellip: "…",
  }),
);

/** Text with its named character references resolved; unknown ones stay as they are. Numbered ones the lexer has resolved. */
export function resolveReferences(text: string): string {
  return text.replace(/&([a-z]+);/g, (whole, name: string) => NAMED.get(name) ?? whole);
}
