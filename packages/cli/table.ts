import { toPrintableLine } from "./printable.ts";
import { applyStyle, type Terminal, type TextStyle } from "./terminal.ts";

/** Content of a table cell, with an optional style. */
export type Cell = string | { text: string; style: TextStyle };

/**
 * Prints rows with aligned columns. Does not pad the last column. Indents further lines of a row below it.
 */
export function printTable(
  terminal: Terminal,
  header: readonly string[],
  rows: readonly { cells: readonly Cell[]; below: readonly string[] }[],
): void {
  const shown = rows.map(({ cells }) => cells.map((cell) => toPrintableLine(getText(cell))));
  const widths = header.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => row[column]?.length ?? 0)),
  );
  const padCell = (text: string, column: number) =>
    column === widths.length - 1 ? text : text.padEnd(widths[column] ?? 0);
  terminal.out(`${applyStyle(terminal, "bold", header.map(padCell).join("  "))}\n`);
  for (const [index, { cells, below }] of rows.entries()) {
    const columns = cells.map((cell, column) => {
      const text = padCell(shown[index]?.[column] ?? "", column);
      return typeof cell === "string" ? text : applyStyle(terminal, cell.style, text);
    });
    terminal.out(`${columns.join("  ").trimEnd()}\n`);
    for (const line of below) terminal.out(`    ${toPrintableLine(line)}\n`);
  }
}

function getText(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

/** One page of a list, as returned by the service. */
export interface ListedPage<Item> {
  items: readonly Item[];
  next_cursor: string | null;
}

/** A column of a list: a field of each item, or a cell computed from the item. */
type Column<Item> = (keyof Item & string) | ((item: Item) => Cell);

export interface PageTable<Item> {
  /** The columns by their titles. */
  columns: Readonly<Record<string, Column<Item>>>;
  /** Returns further lines about an item that do not fit into its row. */
  below?(item: Item): readonly string[];
  /** Message for an empty list. */
  empty: string;
  /** Option that continues after this page. Default: `--cursor`. */
  next?: string;
}

/**
 * Prints a page of a list. Prints on standard error how to continue if there is more, and what to do if the
 * list is empty.
 */
export function printPage<Item>(
  terminal: Terminal,
  page: ListedPage<Item>,
  { columns, below, empty, next = "--cursor" }: PageTable<Item>,
): void {
  const formatCell = (item: Item, column: Column<Item>) =>
    typeof column === "function" ? column(item) : String(item[column]);
  const rows = page.items.map((item) => ({
    cells: Object.values(columns).map((column) => formatCell(item, column)),
    below: below?.(item) ?? [],
  }));
  if (rows.length === 0) terminal.err(`${empty}\n`);
  else printTable(terminal, Object.keys(columns), rows);
  if (page.next_cursor !== null) terminal.err(`More: ${next} ${page.next_cursor}\n`);
}

/** Prints named facts, one per line, except those that are `null`. `shown` sanitizes untrusted text. */
export function printFacts(
  terminal: Terminal,
  facts: readonly (readonly [name: string, value: string | null | undefined])[],
  shown = toPrintableLine,
): void {
  for (const [name, value] of facts) if (value != null) terminal.out(`${name.padEnd(9)}  ${shown(value)}\n`);
}
