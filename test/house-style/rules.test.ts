import { expect, test } from "vitest";
import { findStyleFaults, type SourceFile } from "./rules.ts";

const WIDE = "word ".repeat(23).trim();

function faults(...files: SourceFile[]): string[] {
  return findStyleFaults(files).map(({ rule, path, line }) => `${rule} ${path}:${line}`);
}

const source = (text: string): SourceFile => ({ path: "packages/core/some.ts", text });
const page = (text: string): SourceFile => ({ path: "docs/page.md", text });

test.each([
  ["a line comment", `// ${WIDE}`, 1],
  ["a docstring", `/**\n * Short.\n * ${WIDE}\n */`, 3],
  ["a comment behind code", `const a = 1; // ${WIDE}`, 1],
])("%s over 110 columns is found", (_what, text, line) => {
  expect(faults(source(text))).toEqual([`long-prose packages/core/some.ts:${line}`]);
});

test.each([
  ["code", `const a = "${WIDE}";`],
  ["a link in a string", `const a = "https://example.com/ // ${WIDE}";`],
  ["a link", `// https://example.com/${"a".repeat(100)}`],
  ["an example in a docstring", `/**\n *     ${WIDE}\n */`],
  ["what a linter reads", `// biome-ignore lint/style: ${WIDE}`],
  ["exactly 110 columns", `// ${"a ".repeat(53)}b`],
])("%s is not prose that is too long", (_what, text) => {
  expect(faults(source(text))).toEqual([]);
});

test("Markdown is checked outside its code and its tables", () => {
  expect(faults(page(`${WIDE}\n\n    ${WIDE}\n\n| ${WIDE} |\n\n\`\`\`\n${WIDE}\n\`\`\`\n- ${WIDE}`))).toEqual(
    ["long-prose docs/page.md:1", "long-prose docs/page.md:10"],
  );
});

test("avoided phrases are found in comments, pages, titles and shown texts", () => {
  const title: SourceFile = { path: "test/core/some.test.ts", text: 'test("a part of ours", () => {});' };
  expect(
    faults(
      source('// A reader to whom.\nthrow new Error("No key to be had.");'),
      page("One is none."),
      title,
    ),
  ).toEqual([
    "avoided-phrase packages/core/some.ts:1",
    "avoided-phrase packages/core/some.ts:2",
    "avoided-phrase docs/page.md:1",
    "avoided-phrase test/core/some.test.ts:1",
  ]);
});

test("a phrase that goes on in the next line is found once", () => {
  const text = "/**\n * A list of names, and every one of\n * ours.\n */\n// It is\n// none.\n\n// none.";
  expect(faults(source(text))).toEqual([
    "avoided-phrase packages/core/some.ts:2",
    "avoided-phrase packages/core/some.ts:5",
  ]);
});

test("the words that grounding reads, and the data of tests, are left alone", () => {
  const words: SourceFile = { path: "packages/grounding/words.ts", text: 'const WORDS = ["whom"];' };
  const data: SourceFile = { path: "test/core/some.test.ts", text: 'const asked = "whom did she meet";' };
  expect(faults(words, data)).toEqual([]);
});

test("a docstring that opens with a question word is found, on its first line of text", () => {
  expect(
    faults(source("/** How long it takes. */\n/**\n * Whether it is open.\n */\n/** Opens it. */")),
  ).toEqual(["docstring-opening packages/core/some.ts:1", "docstring-opening packages/core/some.ts:2"]);
});

test("a name that two files export is found; overloads and re-exports are not", () => {
  const first = source("export function open(a: string): void;\nexport function open(a: number): void;");
  const second: SourceFile = { path: "packages/http/other.ts", text: "const a = 1;\nexport const open = a;" };
  const face: SourceFile = { path: "packages/core/index.ts", text: 'export { open } from "./some.ts";' };
  expect(faults(first, second, face)).toEqual(["export-name packages/http/other.ts:2"]);
});
