/** The size of a terminal, in characters. */
export interface Screen {
  columns: number;
  rows: number;
}

/** Default size of a terminal whose size is unknown. */
export const DEFAULT_SCREEN: Screen = { columns: 80, rows: 24 };

const UNSEEN = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Matches East Asian scripts and emoji, which take two columns (Unicode Standard Annex 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Counts the columns that a text takes on one line. */
export function countColumns(text: string): number {
  let width = 0;
  for (const character of text) width += UNSEEN.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/**
 * Splits a text into lines of at most `columns`, between words if possible. `tail` follows on the last line.
 * Replaces text beyond `rows` lines with "…".
 */
export function wrapText(
  text: string,
  { columns, rows = Number.POSITIVE_INFINITY, tail = "" }: { columns: number; rows?: number; tail?: string },
): string[] {
  const pieces = text.split(/\s+/).filter((word) => word !== "");
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces.flatMap((word) => splitWord(word, columns))) {
    const longer = line === "" || piece.glued ? line + piece.text : `${line} ${piece.text}`;
    if (countColumns(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = piece.text;
    }
    if (lines.length > rows) break;
  }
  lines.push(line);
  if (lines.length <= rows && countColumns(line + tail) <= columns)
    return [...lines.slice(0, -1), line + tail];
  if (lines.length < rows) return [...lines, tail.trimStart()];
  const kept = lines.slice(0, rows);
  let last = kept.pop() ?? "";
  while (last !== "" && countColumns(`${last}…${tail}`) > columns) last = removeEnd(last);
  return [...kept, `${last}…${tail}`];
}

interface Piece {
  text: string;
  /** True if it continues the piece before it. */
  glued: boolean;
}

/** Splits a word into pieces that fit on a line: the word itself, or single characters if it is too long. */
function splitWord(word: string, columns: number): Piece[] {
  if (countColumns(word) <= columns && !WIDE.test(word)) return [{ text: word, glued: false }];
  return [...word].map((text, index) => ({ text, glued: index > 0 }));
}

/** Removes the last word of a line, or the last character if the line is a single word. */
function removeEnd(line: string): string {
  const space = line.lastIndexOf(" ");
  return space > 0 ? line.slice(0, space) : [...line].slice(0, -1).join("");
}
