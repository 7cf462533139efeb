import { cutText } from "../text/unicode.ts";
import { escapeInvisible } from "../text/visible-json.ts";
import { readTexts } from "./readable-texts.ts";
import type { ReadableText, Tool } from "./tool.ts";

/** Describes a call for people, in the present and the past tense. */
export interface CallTitle {
  /** `Post to #general: The build is green` */
  title: string;
  /** `Posted to #general: The build is green` */
  title_done: string;
}

/** Fields of a tool that describe its calls in words. */
export type TitledTool = Pick<Tool, "name" | "title" | "sentence" | "input">;

/** Matches a tool's `sentence`: its verb in the present and past tense, then the rest. */
export const SENTENCE = /^(\p{Lu}\w+)\|(\p{Lu}\w+)([ [].*)$/u;
/** Maximum number of characters to show of an argument. */
const MAX_SHOWN = 80;

/**
 * Describes a call with its tool's `sentence`. `args` must not contain secrets. Without a sentence, uses the
 * tool's title; for an unknown tool, its name. Arguments that `texts` contains are shown as their reader will
 * see them.
 */
export function formatCallTitle(
  tool: TitledTool | undefined,
  name: string,
  args: unknown,
  texts: readonly ReadableText[] = [],
): CallTitle {
  const [, now, done, rest] = SENTENCE.exec(tool?.sentence ?? "") ?? [];
  const title = tool?.title ?? name;
  if (now === undefined || rest === undefined) return { title, title_done: title };
  const lines = texts.map(({ argument, text, line = text }) => [argument, line] as const);
  const filled = fill(rest, lines.length === 0 ? args : { ...Object(args), ...Object.fromEntries(lines) });
  return { title: `${now}${filled}`, title_done: `${done}${filled}` };
}

/** Describes a call like `formatCallTitle`, with its texts as their readers will see them. */
export async function formatCallTitleAsRead(
  tool: (TitledTool & Pick<Tool, "texts">) | undefined,
  name: string,
  args: unknown,
): Promise<CallTitle> {
  // A text that its tool cannot convert makes the call fail later, with the reason.
  const texts = await readTexts(tool, args).catch(() => []);
  return formatCallTitle(tool, name, args, texts);
}

const PLACEHOLDER = /\[([^{]*)\{([\w.]+)\}([^\]]*)\]|\{([\w.]+)\}/g;

/** Fills in the arguments. Omits a bracketed part whose argument is missing. */
function fill(template: string, args: unknown): string {
  const formatPlaceholder = (path: string) => formatValue(readPath(args, path.split(".")));
  return template.replace(PLACEHOLDER, (_, before, optional, after, path) => {
    if (optional === undefined) return formatPlaceholder(path) || "…";
    const text = formatPlaceholder(optional);
    return text === "" ? "" : `${before}${text}${after}`;
  });
}

function readPath(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((one) => readPath(one, name === undefined ? [] : [name, ...rest]));
  return name === undefined ? value : readPath(Object(value)[name], rest);
}

/** Formats a value on one line. Escapes characters that could hide something. */
function formatValue(value: unknown): string {
  const texts = [value].flat(2).filter((one) => typeof one === "string" || typeof one === "number");
  const line = texts.join(", ").replace(/\s+/g, " ").trim();
  const cut = cutText(line, MAX_SHOWN);
  return escapeInvisible(cut.length < line.length ? `${cut.trimEnd()}…` : cut);
}
