import type { Tokens } from "marked";
import { inlineText } from "../../markdown/inline-text.ts";
import { type Block, MAX_BLOCK_BYTES, MAX_CHILDREN, makeBlock } from "./block.ts";
import { richTextArrays } from "./rich-text.ts";

const MAX_COLUMNS = 100;
const MAX_ROW_BYTES = 150_000;

/**
 * A table as a block, a long one as several that repeat the head. `undefined` for one the provider has no
 * room for: over 100 columns, a cell of over 100 styles, or rows with more cells than the head, which the
 * lexer would cut.
 */
export function tableBlocks({ header, rows, raw }: Tokens.Table): Block[] | undefined {
  const width = header.length;
  if (width > MAX_COLUMNS || hasLongerRow(raw, width)) return undefined;
  const [head, ...body] = [header, ...rows].map(rowBlock);
  if (head === undefined || !body.every((row) => row !== undefined)) return undefined;
  const content = { table_width: width, has_column_header: true, has_row_header: false };
  return pagesOf(head, body).map((page) => makeBlock("table", content, page));
}

function rowBlock(cells: readonly Tokens.TableCell[]): Block | undefined {
  const arrays = cells.map((cell) => richTextArrays(inlineText(cell.tokens)));
  if (arrays.some(({ length }) => length > 1)) return undefined;
  const row = makeBlock("table_row", { cells: arrays.map(([only]) => only) });
  return row.bytes > MAX_ROW_BYTES ? undefined : row;
}

function pagesOf(head: Block, body: readonly Block[]): Block[][] {
  let page = [head];
  let bytes = head.bytes;
  const pages = [page];
  for (const row of body) {
    bytes += row.bytes;
    if (page.length === MAX_CHILDREN || bytes > MAX_BLOCK_BYTES) {
      page = [head];
      bytes = head.bytes + row.bytes;
      pages.push(page);
    }
    page.push(row);
  }
  return pages;
}

/**
 * Checks whether a line of the table's source has more cells than the head. A pipe in code counts, because
 * the lexer counts it too.
 */
function hasLongerRow(raw: string, width: number): boolean {
  const lines = raw.trimEnd().split("\n").slice(2);
  return lines.some(
    (line) =>
      line
        .trim()
        .replace(/^\||\|$/g, "")
        .split(/(?<!\\)\|/).length > width,
  );
}
