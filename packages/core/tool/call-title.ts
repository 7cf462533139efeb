import { cutText } from "../text/unicode.ts";
import { writeUnseen } from "../text/visible-json.ts";
import type { Tool } from "./tool.ts";

/** Describes a call for people, before and after it is made. */
export interface CallTitle {
  /** `Post to #general: The build is green` */
  title: string;
  /** `Posted to #general: The build is green` */
  title_done: string;
}

/** The parts of a tool that put its calls into words. */
export type TitledTool = Pick<Tool, "name" | "title" | "sentence" | "input">;

/** Matches a tool's `sentence`: its verb in both forms, and the rest. */
export const SENTENCE = /^(\p{Lu}\w+)\|(\p{Lu}\w+)([ [].*)$/u;
/** Maximum number of characters of an argument to show. */
const MOST_SHOWN = 80;

/**
 * Describes a call with its tool's `sentence`. `args` is in a form that may be shown, without secrets. A call
 * of a tool without a sentence, or of an unknown tool, gets the tool's title or name.
 */
export function titleCall(tool: TitledTool | undefined, name: string, args: unknown): CallTitle {
  const [, now, done, rest] = SENTENCE.exec(tool?.sentence ?? "") ?? [];
  const title = tool?.title ?? name;
  if (now === undefined || rest === undefined) return { title, title_done: title };
  const filled = fill(rest, args);
  return { title: `${now}${filled}`, title_done: `${done}${filled}` };
}

const BLANK = /\[([^{]*)\{([\w.]+)\}([^\]]*)\]|\{([\w.]+)\}/g;

/** Fills in the arguments. Leaves out a bracketed part without its argument. */
function fill(template: string, args: unknown): string {
  const value = (path: string) => shown(valueAt(args, path.split(".")));
  return template.replace(BLANK, (_, before, optional, after, path) => {
    if (optional === undefined) return value(path) || "…";
    const text = value(optional);
    return text === "" ? "" : `${before}${text}${after}`;
  });
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((one) => valueAt(one, name === undefined ? [] : [name, ...rest]));
  return name === undefined ? value : valueAt(Object(value)[name], rest);
}

/** Returns a value on one line, with characters that could hide something escaped. */
function shown(value: unknown): string {
  const texts = [value].flat(2).filter((one) => typeof one === "string" || typeof one === "number");
  const line = texts.join(", ").replace(/\s+/g, " ").trim();
  const cut = cutText(line, MOST_SHOWN);
  return writeUnseen(cut.length < line.length ? `${cut.trimEnd()}…` : cut);
}
