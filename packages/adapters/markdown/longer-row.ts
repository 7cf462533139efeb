/**
 * Checks whether a line of the table's source has more cells than the head. A pipe in code counts, because
 * the lexer counts it too.
 */
export function hasLongerRow(raw: string, width: number): boolean {
  const lines = raw.trimEnd().split("\n").slice(2);
  return lines.some(
    (line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/).length > width,
  );
}
