import { readFileSync } from "node:fs";

export interface TextSections {
  names: readonly string[];
  /** Returns the lines of one section. Throws for a section that the file lacks. */
  lines(name: string): readonly string[];
  /** Returns the sections whose names start with `GROUP ` and another word, by that word. */
  group(name: string): Readonly<Record<string, readonly string[]>>;
}

/**
 * Reads lists of lines from a text file. `[name]` opens a section, and text before the first one explains the
 * file. Skips empty lines and lines that start with `//`. `\n` within a line is read as a line break.
 */
export function readSections(file: URL): TextSections {
  const [, ...parts] = readFileSync(file, "utf8").split(/^\[([^\]\n]+)\]\n/m);
  const sections = new Map<string, readonly string[]>();
  for (let at = 0; at < parts.length; at += 2)
    sections.set(
      parts[at] ?? "",
      (parts[at + 1] ?? "")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("//"))
        .map((line) => line.replaceAll("\\n", "\n")),
    );
  return {
    names: [...sections.keys()],
    lines: (name) => {
      const lines = sections.get(name);
      if (lines === undefined) throw new Error(`${file.pathname} has no section [${name}]`);
      return lines;
    },
    group: (name) =>
      Object.fromEntries(
        [...sections].flatMap(([key, lines]) =>
          key.startsWith(`${name} `) ? [[key.slice(name.length + 1), lines]] : [],
        ),
      ),
  };
}

/** Splits a line at ` | `. */
export const cellsOf = (line: string): readonly string[] => line.split(/ \| ?/);
