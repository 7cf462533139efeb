import { AVOIDED_PHRASES } from "./avoided-phrases.ts";
import { commentLines, markdownProse, quotedTexts, type SourceLine, testTitles } from "./source-text.ts";

/** A file of the repository: its path from the root, and what is in it. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A place that breaks a rule of the house style. */
export interface Finding {
  rule: RuleName;
  path: string;
  line: number;
  message: string;
}

export type RuleName = "long-prose" | "avoided-phrase" | "docstring-opening" | "export-name";

/** The longest line of prose, in columns. */
const LONGEST_LINE = 110;

/** Comments that a tool reads, and that must stay on one line. */
const DIRECTIVE = /(?:biome-ignore|@ts-expect-error|@vitest-environment|sourceMappingURL)/;

/** Finds every place in the files that breaks a rule which a machine can check. */
export function findStyleFaults(files: readonly SourceFile[]): Finding[] {
  return [...files.flatMap(faultsOfOneFile), ...repeatedExports(files)];
}

function faultsOfOneFile(file: SourceFile): Finding[] {
  const prose = isMarkdown(file) ? markdownProse(file.text) : commentLines(file.text);
  return [...tooLong(file, prose), ...avoidedPhrases(file, prose), ...docstringOpenings(file, prose)];
}

function tooLong({ path }: SourceFile, prose: readonly SourceLine[]): Finding[] {
  return prose
    .filter(({ text }) => [...text].length > LONGEST_LINE && !DIRECTIVE.test(text) && canBreak(text))
    .map(({ line, text }) => {
      const message = `is ${[...text].length} columns wide; ${LONGEST_LINE} are allowed`;
      return { rule: "long-prose", path, line, message };
    });
}

/**
 * False for code in a docstring (indented, or an `@example`) and for a line that is little else than a link.
 */
function canBreak(text: string): boolean {
  const isCode = /^\s*\* (?: {3,}\S|@example\b)/.test(text);
  const longestWord = Math.max(...text.split(/\s+/).map((word) => word.length));
  return !isCode && longestWord < LONGEST_LINE - 20;
}

function avoidedPhrases(file: SourceFile, prose: readonly SourceLine[]): Finding[] {
  const titles = file.path.endsWith(".test.ts") ? testTitles(file.text) : [];
  const shown = showsTexts(file) ? quotedTexts(file.text) : [];
  const passages = prose.map((line, index) => ({ ...line, rest: wordsBehind(line, prose[index + 1]) }));
  const alone = [...titles, ...shown].map((line) => ({ ...line, rest: "" }));
  return [...passages, ...alone].flatMap(({ line, text, rest }) =>
    Array.from((text + rest).toLowerCase().matchAll(PHRASES))
      .filter(({ index }) => index < text.length)
      .map(([phrase]): Finding => {
        const message = `says "${phrase}"; write: ${AVOIDED_PHRASES[phrase]}`;
        return { rule: "avoided-phrase", path: file.path, line, message };
      }),
  );
}

/** The first two words of the next line, which may end a phrase that this line begins. */
function wordsBehind({ line }: SourceLine, next: SourceLine | undefined): string {
  if (next?.line !== line + 1) return "";
  const [, words = ""] = /^[\s/*>-]*(\S+(?: \S+)?)/.exec(next.text) ?? [];
  return ` ${words}`;
}

const PHRASES = new RegExp(`\\b(?:${Object.keys(AVOIDED_PHRASES).join("|")})\\b`, "g");

/** The texts of grounding are data of a language; everywhere else in the product a person reads them. */
function showsTexts({ path }: SourceFile): boolean {
  return path.endsWith(".ts") && /^packages\/(?!grounding\/)/.test(path);
}

function docstringOpenings(file: SourceFile, prose: readonly SourceLine[]): Finding[] {
  if (isMarkdown(file)) return [];
  return prose.flatMap(({ line, text }, index) => {
    const [, begun] = /^\s*\/\*\*\s*(.*)$/.exec(text) ?? [];
    if (begun === undefined) return [];
    const first = begun === "" ? prose[index + 1]?.text.replace(/^[\s*]+/, "") : begun;
    const [word] = /^(?:What|Whether|How)\b/.exec(first ?? "") ?? [];
    if (word === undefined) return [];
    const message = `opens a docstring with "${word}"; open it with the verb of what the thing does`;
    return [{ rule: "docstring-opening", path: file.path, line, message }];
  });
}

/** Names that a platform or a loader asks for, and names in templates of files. */
const SHARED_BY_DESIGN: readonly [path: RegExp, name: RegExp][] = [
  [/^packages\/functions\/handlers\//, /^handler$/],
  [/[.]samples[.]ts$/, /^samples$/],
  [/^packages\/adapters\/scaffold\//, /^\$$/],
];

const EXPORT =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) ([\w$]+)/gm;

/** Two files of the product that export one name; a re-export does not count. */
function repeatedExports(files: readonly SourceFile[]): Finding[] {
  const firstPlace = new Map<string, string>();
  return files.filter(isProduct).flatMap(({ path, text }) =>
    Array.from(text.matchAll(EXPORT)).flatMap(({ 1: name = "", index }): Finding[] => {
      if (SHARED_BY_DESIGN.some(([where, names]) => where.test(path) && names.test(name))) return [];
      const first = firstPlace.get(name) ?? path;
      firstPlace.set(name, first);
      if (first === path) return [];
      const line = text.slice(0, index).split("\n").length;
      return [{ rule: "export-name", path, line, message: `exports \`${name}\`, as ${first} does` }];
    }),
  );
}

function isProduct({ path }: SourceFile): boolean {
  return path.endsWith(".ts") && /^(?:packages|stacks)\//.test(path);
}

function isMarkdown({ path }: SourceFile): boolean {
  return path.endsWith(".md");
}
