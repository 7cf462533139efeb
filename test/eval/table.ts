import type { Figure } from "./figures.ts";

export interface TableLine extends Figure {
  name: string;
  seen: boolean;
}

const HEAD = ["name", "value", "n", "low", "high", "seen"];

/** The figures as aligned columns. */
export function figureTable(lines: readonly TableLine[]): string {
  const cells = lines.map(({ name, value, n, low, high, seen }) => [
    name,
    shown(value),
    `${n}`,
    shown(low),
    shown(high),
    seen ? "seen" : "",
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [HEAD, ...cells].map(line).join("\n");
}

function shown(value: number): string {
  return Number.isNaN(value) ? "-" : value.toFixed(3);
}
