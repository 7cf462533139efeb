/** A line of a file; `line` counts from 1. */
export interface SourceLine {
  line: number;
  text: string;
}

/** The lines of a TypeScript or JavaScript file that hold a comment, whole or behind code. */
export function commentLines(source: string): SourceLine[] {
  const found: SourceLine[] = [];
  let inBlock = false;
  for (const [index, text] of source.split("\n").entries()) {
    if (!inBlock && /^\s*\/\*/.test(text)) inBlock = true;
    if (inBlock || /^\s*\/\//.test(text) || trailingComment(text) !== undefined)
      found.push({ line: index + 1, text });
    if (inBlock && text.includes("*/")) inBlock = false;
  }
  return found;
}

/** The lines of a Markdown file that are prose: no code, no rows of a table. */
export function markdownProse(source: string): SourceLine[] {
  const found: SourceLine[] = [];
  let inFence = false;
  for (const [index, text] of source.split("\n").entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(text);
    if (isFence) inFence = !inFence;
    const isCode = inFence || isFence || text.startsWith("    ");
    if (!isCode && !text.startsWith("|") && text !== "") found.push({ line: index + 1, text });
  }
  return found;
}

/** The titles of tests and of groups of tests. */
export function testTitles(source: string): SourceLine[] {
  const title = /^\s*(?:(?:test|it|describe)(?:\.\w+)*\b.*?|\]\)|\))\(\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/;
  return source.split("\n").flatMap((text, index) => {
    const [, quoted, template] = title.exec(text) ?? [];
    const words = quoted ?? template;
    return words === undefined ? [] : [{ line: index + 1, text: words }];
  });
}

/** The texts in quotation marks on each line: messages, help, descriptions. */
export function quotedTexts(source: string): SourceLine[] {
  return source.split("\n").flatMap((text, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(text)) return [];
    return Array.from(text.matchAll(QUOTED), ([quoted]) => ({ line: index + 1, text: quoted }));
  });
}

const QUOTED = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'/g;

function trailingComment(text: string): string | undefined {
  if (!text.includes(" // ")) return undefined;
  return /\s\/\/ .*$/.exec(text.replaceAll(QUOTED, '""'))?.[0];
}
