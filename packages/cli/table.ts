import { printableLine } from "./printable.ts";
import { printJson, style, type Terminal } from "./terminal.ts";

/** Rows as columns of equal width, the last one ragged. */
export function printTable(
  terminal: Terminal,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const shown = rows.map((row) => row.map(printableLine));
  const widths = header.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  terminal.out(`${style(terminal, "bold", line(header))}\n`);
  for (const row of shown) terminal.out(`${line(row)}\n`);
}

/** One page of a list, as the service answers it. */
export interface Page<Item> {
  items: readonly Item[];
  next_cursor: string | null;
}

export interface PageTable<Item> {
  header: readonly string[];
  row(item: Item): readonly string[];
  /** Told where there is nothing. */
  empty: string;
}

/** Shows a page of a list; standard error says how to go on when there is more, and what to do when there is nothing. */
export function printPage<Item>(
  terminal: Terminal,
  page: Page<Item>,
  json: true | undefined,
  { header, row, empty }: PageTable<Item>,
): void {
  if (json) {
    printJson(terminal, page);
    return;
  }
  if (page.items.length === 0) terminal.err(`${empty}\n`);
  else printTable(terminal, header, page.items.map(row));
  if (page.next_cursor !== null) terminal.err(`More: --cursor ${page.next_cursor}\n`);
}
