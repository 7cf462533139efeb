import type { RecordField } from "./record-subject.ts";

/** A table cell: a text, a number or a boolean. */
type Cell = string | number | boolean | null;

const LABEL_KEY = /^(?:key|label|field|name|title|term|property)$/i;
const VALUE_KEY = /^(?:value|text|content|definition|description)$/i;
const RULE = /^[\s|:+-]*-[\s|:+-]*$/;

/** Returns the fields in a list such as `[{label: "Owner", value: "Ada"}]`, or undefined for other lists. */
export function readFieldsOfPairs(
  list: readonly unknown[],
): { fields: RecordField[]; rest: RecordField[][] } | undefined {
  const fields: RecordField[] = [];
  const rest: RecordField[][] = [];
  for (const item of list) {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
    const entries = Object.entries(item);
    const label = entries.find(([key, value]) => LABEL_KEY.test(key) && typeof value === "string");
    const value = entries.find((entry) => entry !== label && VALUE_KEY.test(entry[0]) && isCell(entry[1]));
    if (label === undefined || value === undefined) return undefined;
    fields.push([String(label[1]), value[1]]);
    rest.push(entries.filter((entry) => entry !== label && entry !== value));
  }
  return fields.length > 1 ? { fields, rest } : undefined;
}

/** A table: the names of its columns, if it has a header, and its rows. */
interface RowTable {
  header: readonly string[] | undefined;
  rows: readonly (readonly Cell[])[];
}

/**
 * Reads a list of lists as a table. Returns undefined for any other list. `isName` recognises the subject of
 * a row.
 */
export function readRowTable(
  list: readonly unknown[],
  isName: (text: string) => boolean,
): RowTable | undefined {
  const rows = list.filter((row): row is Cell[] => Array.isArray(row) && row.length > 1 && row.every(isCell));
  const [first, ...others] = rows;
  if (first === undefined || rows.length !== list.length) return undefined;
  const header = first.every((cell) => typeof cell === "string" && !/\d/.test(cell) && !isName(cell))
    ? first.map(String)
    : undefined;
  const body = header === undefined ? rows : others;
  const isAboutNames = body.every(([cell]) => typeof cell === "string" && isName(cell));
  return isAboutNames && body.length > 0 ? { header, rows: body } : undefined;
}

/** Returns the fields of each row. A column without a name is a value of the row's subject. */
export function readFieldsOfRows({ header, rows }: RowTable): RecordField[][] {
  return rows.map((row) => row.map((cell, at) => [at === 0 ? "name" : (header?.[at] ?? "value"), cell]));
}

/** Returns the Markdown tables of a text, each with its lines. */
export function readMarkdownTables(text: string): { lines: string; cells: string[][] }[] {
  const lines = text.split("\n");
  return lines.flatMap((rule, at) => {
    if (at === 0 || !rule.includes("|") || !RULE.test(rule)) return [];
    const after = lines.slice(at + 1);
    const end = after.findIndex((line) => !line.includes("|"));
    const own = [lines[at - 1] ?? "", ...(end === -1 ? after : after.slice(0, end))];
    const whole = lines.slice(at - 1, at + own.length).join("\n");
    return own.length > 1 ? [{ lines: whole, cells: own.map(splitCells) }] : [];
  });
}

function splitCells(line: string): string[] {
  const bare = line.trim().replace(/^\||\|$/g, "");
  return bare.split("|").map((cell) => cell.trim());
}

function isCell(value: unknown): value is Cell {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
