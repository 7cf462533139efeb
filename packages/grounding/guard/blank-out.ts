/**
 * Replaces spans of a text with spaces and keeps the positions of all other characters. Spans may be in any
 * order and may overlap.
 */
export function blankOut(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (end <= from) continue;
    rest += `${text.slice(from, Math.max(from, start))}${" ".repeat(end - Math.max(from, start))}`;
    from = end;
  }
  return rest + text.slice(from);
}
