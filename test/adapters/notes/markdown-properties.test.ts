import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Block, batchBlocks, blockRequest } from "../../../packages/adapters/notes/markdown/block.ts";
import { convertToBlocks } from "../../../packages/adapters/notes/markdown/markdown-blocks.ts";
import { arraysOf, textOf, withAllBelow } from "./markdown-text.ts";

/**
 * The provider's limits (Notion API reference, "Request limits" and "Append block children"), written down
 * once more.
 */
function expectWithinLimits(blocks: readonly Block[]): void {
  for (const batch of batchBlocks(blocks)) {
    expect(batch.length).toBeGreaterThan(0);
    expect(batch.length).toBeLessThanOrEqual(100);
    const all = batch.flatMap(withAllBelow);
    expect(all.length).toBeLessThanOrEqual(1000);
    expect(Buffer.byteLength(JSON.stringify(batch.map(blockRequest)))).toBeLessThanOrEqual(450_000);
    for (const block of batch) expect(block.height).toBeLessThanOrEqual(2);
    for (const block of all) expectBlockWithinLimits(block);
  }
  expect(batchBlocks(blocks).flat()).toEqual(blocks);
}

function expectBlockWithinLimits(block: Block): void {
  expect(block.children.length).toBeLessThanOrEqual(100);
  if (block.type === "table") {
    for (const row of block.children) expect(arraysOf(row)).toHaveLength(block.content.table_width as number);
  }
  for (const items of arraysOf(block)) {
    expect(items.length).toBeLessThanOrEqual(100);
    for (const { text } of items) {
      expect(text.content.length).toBeGreaterThan(0);
      expect(text.content.length).toBeLessThanOrEqual(2_000);
      expect(text.content).not.toMatch(/\p{Cs}/u);
    }
  }
}

/** Words that no markup is made of, each of them only once in a document. */
const word = fc.string({ unit: fc.constantFrom(..."abcxyzäß漢字😀é"), minLength: 1, maxLength: 12 });
const styled = (inner: string) =>
  fc.constantFrom(
    inner,
    `**${inner}**`,
    `*${inner}*`,
    `~~${inner}~~`,
    `\`${inner}\``,
    `[${inner}](https://x.example)`,
  );
const phrase = fc.array(word.chain(styled), { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const longPhrase = fc
  .tuple(phrase, fc.integer({ min: 1, max: 400 }))
  .map(([text, times]) => Array(times).fill(text).join(" "));

const indented = (text: string, by: string) => text.replace(/^/gm, by).replace(/^\s+$/gm, "");
const list = fc.letrec<{ list: string; item: string }>((tie) => ({
  item: fc
    .tuple(fc.constantFrom("- ", "1. ", "- [ ] ", "- [x] "), phrase, fc.option(tie("list"), { maxDepth: 5 }))
    .map(([marker, text, below]) => `${marker}${text}${below === null ? "" : `\n${indented(below, "   ")}`}`),
  list: fc.array(tie("item"), { minLength: 1, maxLength: 4 }).map((all) => all.join("\n")),
})).list;
const table = fc.integer({ min: 1, max: 5 }).chain((columns) => {
  const row = fc
    .array(phrase, { minLength: columns, maxLength: columns })
    .map((cells) => `| ${cells.join(" | ")} |`);
  return fc
    .tuple(row, fc.array(row, { maxLength: 130 }))
    .map(([head, rows]) => [head, `|${"---|".repeat(columns)}`, ...rows].join("\n"));
});
const section = fc.oneof(
  phrase,
  longPhrase,
  phrase.map((text) => `## ${text}`),
  list,
  table,
  list.map((text) => indented(text, "> ")),
  fc.array(word, { minLength: 1, maxLength: 40 }).map((lines) => `\`\`\`js\n${lines.join("\n")}\n\`\`\``),
);
const markdownDocument = fc
  .array(section, { minLength: 1, maxLength: 8 })
  .map((sections) => sections.join("\n\n"));

const wordsOf = (text: string) => text.match(/[abcxyzäß漢字😀é]+/gu) ?? [];

/** Returns whether all of `some` are in `all`, in the same order. */
function isSubsequence(some: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const item of all) if (item === some[found]) found += 1;
  return found === some.length;
}

test("every word of a document is in its blocks, in order, and no limit is passed", () => {
  fc.assert(
    fc.property(markdownDocument, (markdown) => {
      const source = markdown
        .replaceAll("https://x.example", "")
        .replaceAll("```js", "")
        .replaceAll("[x]", "");
      const blocks = convertToBlocks(markdown);
      expect(isSubsequence(wordsOf(source), wordsOf(textOf(blocks)))).toBe(true);
      expectWithinLimits(blocks);
    }),
    { numRuns: 30 },
  );
});

test("any text at all becomes blocks within the limits", () => {
  const markup = fc.constantFrom(
    ..."*_`[]()!<>|#-+~\\&;:/.\n\t 1aé漢😀\u0000",
    "\r\n",
    "```",
    "| a |\n|-|\n",
    "[a]: b",
    "](",
    "http://",
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(markup, { maxLength: 400 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(anything, (markdown) => expectWithinLimits(convertToBlocks(markdown))),
    { numRuns: 300 },
  );
});

test("letters and digits of any text made of markup are kept", () => {
  const letters = (text: string) => text.match(/[a-z]\d/g) ?? [];
  const part = fc.oneof(
    fc.constantFrom(
      "*",
      "**",
      "_",
      "~~",
      "`",
      "[",
      "](",
      ")",
      "!",
      "<",
      ">",
      "|",
      "# ",
      "- ",
      "> ",
      "1. ",
      "\n",
      "\n\n",
      " ",
      "    ",
    ),
    fc.tuple(fc.constantFrom(..."abc"), fc.nat(9)).map(([letter, digit]) => ` ${letter}${digit} `),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 120 }), (parts) => {
      const markdown = parts.join("");
      expect(isSubsequence(letters(markdown), letters(textOf(convertToBlocks(markdown))))).toBe(true);
    }),
    { numRuns: 300 },
  );
});

/** Without the bounds of the lexer these cost a hundred times the time of prose, or all of the stack. */
describe("hostile text of the greatest length stays within the limits", () => {
  const LENGTH = 100_000;
  const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
  const lines = (line: string) => `${line.padEnd(32, "x")}\n`.repeat(2_999);
  test.each<[what: string, markdown: string]>([
    ["quotes in quotes", fill(">")],
    ["brackets", fill("[")],
    ["links in links", fill("[a](")],
    ["lists in lists", fill("1. ")],
    ["emphasis left open", fill("_a")],
    ["emphasis of unequal length", fill("__a_")],
    ["one long emphasis", `${"*".repeat(LENGTH / 2)}a${"*".repeat(LENGTH / 2 - 1)}`],
    ["an address without end", `${fill("a.").slice(1)}@`],
    ["backticks", fill("`a``")],
    ["angle brackets", fill("<a ")],
    ["control characters", fill("\u0001")],
    ["one item of many lines", `- a\n${lines("")}`],
    ["a quoted list of many lines", `${"> ".repeat(8)}${"- ".repeat(8)}x\n${lines("")}`],
    [
      "indented deeper and deeper",
      Array.from({ length: 440 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n"),
    ],
    [
      "one long address used again and again",
      `[a]: https://x.example/${"y".repeat(1_900)}\n\n${fill("[a] *b*").slice(2_000)}`,
    ],
    ["a wide table", `${fill("|a").slice(0, LENGTH / 2)}\n${fill("|-").slice(0, LENGTH / 2)}`],
  ])("%s", (_what, markdown) => {
    expectWithinLimits(convertToBlocks(markdown));
  });
});
