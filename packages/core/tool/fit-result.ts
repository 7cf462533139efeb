import { isJsonObject } from "../text/parse-json.ts";
import { cutText } from "../text/unicode.ts";
import type { Tool } from "./tool.ts";

type ToolShape = Pick<Tool, "input" | "cursorIsId">;

/** Limits and default of a result's size for a model, in characters of JSON. */
export const RESULT_CHARS = { least: 1_000, most: 200_000, byDefault: 20_000 } as const;

/** Characters reserved for the description of what was omitted. */
const NOTE_CHARS = 400;
/** Arguments that request fewer items, the next items, or less of each item. */
const SIZE_ARGUMENTS = ["limit", "page_size"];
const CURSOR_ARGUMENTS = ["cursor", "after"];
const DETAIL_ARGUMENTS = ["include_body", "fetch_blocks"];

/** Items of a list that were omitted from its end. */
interface LeftOut {
  /** Path of the list: `messages` or `body.items`. */
  path: string;
  kept: number;
  items: number;
}

/**
 * Shortens a tool's result for a model to at most `maxChars` characters of JSON. Lists are cut after a whole
 * item. A text that is too long by itself is truncated with a note, as is the first item of a list if it does
 * not fit alone. `more`, `left_out` and `to_get_the_rest` describe a shortened list. A cursor that would skip
 * omitted items is moved back or removed.
 */
export function fitResult(tool: ToolShape | undefined, result: unknown, maxChars: number): unknown {
  if (measureJson(result) <= maxChars) return result;
  const leftOut: LeftOut[] = [];
  const whole = Array.isArray(result) ? { items: result } : result;
  const fitted = shrink(whole, maxChars - NOTE_CHARS, [], leftOut);
  if (leftOut.length === 0 || !isJsonObject(fitted)) return fitted;
  const cursors = findCursor(tool, Object(whole), leftOut);
  return {
    ...fitted,
    ...cursors,
    more: true,
    left_out: Object.fromEntries(leftOut.map(({ path, items }) => [path, items])),
    to_get_the_rest: adviseNextCall(tool, cursors, leftOut),
  };
}

/** Shortens a value to at most this many characters of JSON. Truncates texts with a note and cuts lists. */
export function shrinkJson(value: unknown, maxChars: number): unknown {
  return shrink(value, maxChars, [], []);
}

function shrink(value: unknown, budget: number, path: readonly string[], leftOut: LeftOut[]): unknown {
  if (measureJson(value) <= budget) return value;
  if (typeof value === "string") return cutToFit(value, budget);
  if (Array.isArray(value)) return shrinkList(value, budget, path, leftOut);
  return isJsonObject(value) ? shrinkObject(value, budget, path, leftOut) : value;
}

/**
 * Shortens an object. Small fields stay whole, and large ones share the remaining space. If the names alone
 * take half of the space, the last fields are replaced with a note.
 */
function shrinkObject(
  value: Record<string, unknown>,
  budget: number,
  path: readonly string[],
  leftOut: LeftOut[],
): unknown {
  const all = Object.entries(value).filter(([, inner]) => inner !== undefined);
  let left = budget - 2;
  let count = 0;
  for (const [name] of all) {
    const overhead = measureJson(name) + 2;
    if (count > 0 && left - overhead < budget / 2) break;
    left -= overhead;
    count += 1;
  }
  const fields = all.slice(0, count).map(([name, inner]) => ({ name, inner, length: measureJson(inner) }));
  const rest = all.length - count;
  const note = rest > 0 ? { "…": `[cut: ${rest} of ${all.length} fields left out]` } : {};
  left -= measureJson(note);
  const fitted = new Map<string, unknown>();
  const smallestFirst = fields.toSorted((a, b) => a.length - b.length);
  for (const [index, { name, inner }] of smallestFirst.entries()) {
    const part = shrink(inner, Math.floor(left / (fields.length - index)), [...path, name], leftOut);
    fitted.set(name, part);
    left -= measureJson(part);
  }
  return { ...Object.fromEntries(fields.map(({ name }) => [name, fitted.get(name)])), ...note };
}

function shrinkList(
  items: readonly unknown[],
  budget: number,
  path: readonly string[],
  leftOut: LeftOut[],
): unknown[] {
  const kept: unknown[] = [];
  let left = budget - 2;
  for (const item of items) {
    left -= measureJson(item) + 1;
    if (left < 0) break;
    kept.push(item);
  }
  // Items omitted within this one item are not items of this list.
  if (kept.length === 0) kept.push(shrink(items[0], budget - 2, [...path, "0"], []));
  const rest = items.length - kept.length;
  if (rest > 0) leftOut.push({ path: path.join("."), kept: kept.length, items: rest });
  return kept;
}

/** Truncates a text to the longest start that fits with its note, by binary search. */
function cutToFit(text: string, budget: number): string {
  let longest = text.length;
  let shortest = 0;
  while (shortest < longest) {
    const length = Math.ceil((shortest + longest) / 2);
    if (measureJson(cutWithNote(text, length)) <= budget) shortest = length;
    else longest = length - 1;
  }
  return cutWithNote(text, shortest);
}

function cutWithNote(text: string, length: number): string {
  const kept = cutText(text, length);
  return `${kept}… [cut: ${text.length - kept.length} of ${text.length} characters left out]`;
}

/**
 * Returns the cursor after the last item that fits, if items have their own cursors. Otherwise returns null,
 * because the page's cursor would skip items.
 */
function findCursor(
  tool: ToolShape | undefined,
  whole: Record<string, unknown>,
  leftOut: readonly LeftOut[],
): { next_cursor?: string | null } {
  const [cut] = leftOut.filter(({ path }) => Array.isArray(whole[path]));
  // A complete last page has no cursor, but needs one once it is shortened.
  const isPaged = tool?.cursorIsId === true || (whole.next_cursor ?? null) !== null;
  if (cut === undefined || !isPaged) return {};
  // Use the original item, because in a truncated item the cursor may be truncated too.
  const last: unknown = Object(whole[cut.path])[cut.kept - 1];
  const cursor = isJsonObject(last) ? (tool?.cursorIsId ? last.id : last.cursor) : undefined;
  return { next_cursor: typeof cursor === "string" ? cursor : null };
}

function adviseNextCall(
  tool: ToolShape | undefined,
  cursors: { next_cursor?: string | null },
  leftOut: readonly LeftOut[],
): string {
  const findArgument = (names: readonly string[]) => names.find((name) => tool && name in tool.input.shape);
  const [list] = leftOut;
  if (typeof cursors.next_cursor === "string")
    return `Call again with ${findArgument(CURSOR_ARGUMENTS) ?? "cursor"}: next_cursor.`;
  const size = findArgument(SIZE_ARGUMENTS);
  const cursor = findArgument(CURSOR_ARGUMENTS);
  const detail = findArgument(DETAIL_ARGUMENTS);
  const ways = [
    ...(size && cursor && list ? [`with ${size}: ${list.kept}, then continue with its ${cursor}`] : []),
    ...(detail ? [`without ${detail}`] : []),
    "with narrower arguments",
  ];
  return `Call again ${ways.join(", or ")}.`;
}

function measureJson(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
