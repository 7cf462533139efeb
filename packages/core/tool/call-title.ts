import { cutText } from "../text/unicode.ts";
import { escapeInvisible } from "../text/visible-json.ts";
import type { Tool } from "./tool.ts";

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
 * tool's title; for an unknown tool, its name.
 */
export function titleCall(tool: TitledTool | undefined, name: string, args: unknown): CallTitle {
  const [, now, done, rest] = SENTENCE.exec(tool?.sentence ?? "") ?? [];
  const title = tool?.title ?? name;
  if (now === undefined || rest === undefined) return { title, title_done: title };
  const filled = fill(rest, args);
  return { title: `${now}${filled}`, title_done: `${done}${filled}` };
}

const PLACEHOLDER = /\[([^{]*)\{([\w.]+)\}([^\]]*)\]|\{([\w.]+)\}/g;

/** Fills in the arguments. Omits a bracketed part whose argument is missing. */
function fill(template: string, args: unknown): string {
  const value = (path: string) => formatValue(readPath(args, path.split(".")));
  return template.replace(PLACEHOLDER, (_, before, optional, after, path) => {
    if (optional === undefined) return value(path) || "…";
    const text = value(optional);
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
