import { describe, expect, test } from "vitest";
import { type Block, blockRequest } from "../../../packages/adapters/notes/markdown/block.ts";
import { convertToBlocks } from "../../../packages/adapters/notes/markdown/markdown-blocks.ts";
import { textOf } from "./markdown-text.ts";

/** Blocks as `type: text`, what is below them indented. */
function outline(blocks: readonly Block[], indent = ""): string[] {
  return blocks.flatMap((block) => {
    const own = textOf([{ ...block, children: [] }]);
    return [`${indent}${block.type}: ${own}`, ...outline(block.children, `${indent}  `)];
  });
}

const convert = (markdown: string) => outline(convertToBlocks(markdown));
/** The rich text items of the only block. */
const items = (markdown: string) => {
  const [block] = convertToBlocks(markdown);
  return block?.content.rich_text;
};
const item = (content: string, annotations?: object, url?: string) => ({
  type: "text",
  text: { content, ...(url && { link: { url } }) },
  ...(annotations && { annotations }),
});

test.each<[what: string, markdown: string, blocks: string[]]>([
  ["nothing", "", []],
  ["white space", " \n\n\t\n", []],
  [
    "headings, the lower ones as the third",
    "# A\n## B\n### C\n#### D\n###### E",
    ["heading_1: A", "heading_2: B", "heading_3: C", "heading_3: D", "heading_3: E"],
  ],
  ["paragraphs", "one\ntwo\n\nthree", ["paragraph: one\ntwo", "paragraph: three"]],
  [
    "a nested list",
    "- a\n  - b\n- c",
    ["bulleted_list_item: a", "  bulleted_list_item: b", "bulleted_list_item: c"],
  ],
  ["a numbered list", "1. a\n2. b", ["numbered_list_item: a", "numbered_list_item: b"]],
  [
    "a numbered list that begins elsewhere keeps its numbers",
    "3. a\n4. b",
    ["paragraph: 3. a", "paragraph: 4. b"],
  ],
  ["a loose item with a second paragraph", "1. a\n\n   b", ["numbered_list_item: a", "  paragraph: b"]],
  [
    "deeper than two levels below: siblings on the last",
    "- 1\n  - 2\n    - 3\n      - 4\n        - 5\n    - 6",
    [
      "bulleted_list_item: 1",
      "  bulleted_list_item: 2",
      "    bulleted_list_item: 3",
      "    bulleted_list_item: 4",
      "    bulleted_list_item: 5",
      "    bulleted_list_item: 6",
    ],
  ],
  [
    "a quote with more in it",
    "> a\n>\n> - b\n>\n> > c",
    ["quote: a", "  bulleted_list_item: b", "  quote: c"],
  ],
  ["a divider", "a\n\n---\n\nb", ["paragraph: a", "divider: ", "paragraph: b"]],
  ["HTML as it was written", "<div>\n<b>x</b>\n</div>", ["paragraph: <div>\n<b>x</b>\n</div>"]],
  [
    "a table in a list",
    "- a\n\n  | h |\n  |---|\n  | c |",
    ["bulleted_list_item: a", "  table: ", "    table_row: h", "    table_row: c"],
  ],
  [
    "a table deeper than its rows fit goes behind what it stood in",
    "- 1\n  - 2\n    - 3\n\n      | h |\n      |---|\n      | c |",
    [
      "bulleted_list_item: 1",
      "  bulleted_list_item: 2",
      "    bulleted_list_item: 3",
      "  table: ",
      "    table_row: h",
      "    table_row: c",
    ],
  ],
  [
    "a table with a longer row, as it was written",
    "| a |\n|---|\n| b | c |",
    ["code: | a |\n|---|\n| b | c |"],
  ],
  ["an item that begins with code", "- ```\n  x\n  ```", ["bulleted_list_item: ", "  code: x"]],
  ["a definition that no link uses", "[Note]: Important", ["paragraph: [Note]: Important"]],
  ["a definition that a link uses", "see [n]\n\n[n]: https://x.example", ["paragraph: see n"]],
])("%s", (_what, markdown, blocks) => {
  expect(convert(markdown)).toEqual(blocks);
});

test("a table has its width and a head", () => {
  expect(convertToBlocks("| a | b |\n|---|---|\n| *c* |  |").map(blockRequest)).toEqual([
    {
      object: "block",
      type: "table",
      table: {
        table_width: 2,
        has_column_header: true,
        has_row_header: false,
        children: [
          { object: "block", type: "table_row", table_row: { cells: [[item("a")], [item("b")]] } },
          { object: "block", type: "table_row", table_row: { cells: [[item("c", { italic: true })], []] } },
        ],
      },
    },
  ]);
});

describe("images are blocks of their own", () => {
  const image = (url: string, caption: unknown[] = []) => ({
    object: "block",
    type: "image",
    image: { type: "external", external: { url }, caption },
  });
  const URL = "https://x.example/i.png?a=1&b=2";

  test.each([
    ["alone", "![alt](https://x.example/i.png?a=1&amp;b=2)", [image(URL, [item("alt")])]],
    ["without words", `![](${URL})`, [image(URL)]],
    ["by reference", `![alt][i]\n\n[i]: ${URL}`, [image(URL, [item("alt")])]],
    [
      "that leads somewhere",
      `[![alt](${URL})](https://x.example/)`,
      [image(URL, [item("alt", undefined, "https://x.example/")])],
    ],
  ])("%s", (_what, markdown, blocks) => {
    expect(convertToBlocks(markdown).map(blockRequest)).toEqual(blocks);
  });

  test.each([
    ["in a text", `a ![b](${URL}) c`, ["paragraph: a ", "image: ", "paragraph:  c"]],
    ["in a list", `- a ![b](${URL})\n- c`, ["bulleted_list_item: a ", "  image: ", "bulleted_list_item: c"]],
    ["in a quote", `> ![b](${URL})\n>\n> c`, ["quote: ", "  image: ", "  paragraph: c"]],
    ["two", `![a](${URL}) ![b](${URL})`, ["image: ", "image: "]],
  ])("%s", (_what, markdown, blocks) => {
    expect(convert(markdown)).toEqual(blocks);
  });
});

test("to-dos are ticked or not", () => {
  expect(convertToBlocks("- [ ] a\n- [x] b\n\n  c").map(blockRequest)).toEqual([
    { object: "block", type: "to_do", to_do: { rich_text: [item("a")], checked: false } },
    {
      object: "block",
      type: "to_do",
      to_do: {
        rich_text: [item("b")],
        checked: true,
        children: [{ object: "block", type: "paragraph", paragraph: { rich_text: [item("c")] } }],
      },
    },
  ]);
});

describe("code", () => {
  test.each([
    ["js", "javascript"],
    ["TypeScript", "typescript"],
    ["c++", "c++"],
    ["yml", "yaml"],
    ["", "plain text"],
  ])("```%s is %s", (info, language) => {
    const [block, ...others] = convertToBlocks(`\`\`\`${info}\na < b\n\`\`\``);
    expect(block?.content).toEqual({ rich_text: [item("a < b")], language });
    expect(others).toEqual([]);
  });

  test.each([
    ["js title=x", "javascript"],
    ["py:main.py", "python"],
    ["klingon", "plain text"],
    ["constructor", "plain text"],
  ])("```%s is %s, and what it says more stands before it", (info, language) => {
    const [words, code] = convertToBlocks(`\`\`\`${info}\na\n\`\`\``);
    expect(words?.content).toEqual({ rich_text: [item(info)] });
    expect(code?.content).toMatchObject({ language });
  });
});

describe("text", () => {
  const bold = { bold: true };
  test.each<[what: string, markdown: string, expected: unknown[]]>([
    [
      "styles",
      "a **b _c_** ~~d~~ `e*`",
      [
        item("a "),
        item("b ", bold),
        item("c", { bold: true, italic: true }),
        item(" "),
        item("d", { strikethrough: true }),
        item(" "),
        item("e*", { code: true }),
      ],
    ],
    ["escapes and references", "\\*a\\* &amp; &#8364;&#x20AC; &unknown;", [item("*a* & €€ &unknown;")]],
    ["line breaks", "a  \nb<br/>c", [item("a\nb\nc")]],
    ["inline HTML", "a <b>b</b>", [item("a <b>b</b>")]],
    [
      "a link",
      "[a **b**](https://x.example/?q=1&amp;r=2)",
      [item("a ", undefined, "https://x.example/?q=1&r=2"), item("b", bold, "https://x.example/?q=1&r=2")],
    ],
    [
      "bare links",
      "https://x.example/a m@x.example",
      [
        item("https://x.example/a", undefined, "https://x.example/a"),
        item(" "),
        item("m@x.example", undefined, "mailto:m@x.example"),
      ],
    ],
    ["an image on a path", "![alt](./i.png)", [item("alt (image left out: ./i.png)")]],
    [
      "an image given as data",
      `a ![alt](data:image/png;base64,${"A".repeat(9_000)}) b`,
      [item("a alt (image left out: it was given as data) b")],
    ],
    [
      "an image in a heading, as a link",
      "# ![alt](https://x.example/i.png)",
      [item("alt", undefined, "https://x.example/i.png")],
    ],
    ["a link without words", "[](./b.md)", [item("./b.md")]],
    ["a script", "[a](javascript:alert(1))", [item("a (javascript:alert(1))")]],
    ["a relative link", "[a](./b.md)", [item("a (./b.md)")]],
    [
      "a link of 2,001 characters",
      `[a](https://x.example/${"b".repeat(1_983)})`,
      [item(`a (https://x.example/${"b".repeat(1_979)}`), item("bbbb)")],
    ],
  ])("%s", (_what, markdown, expected) => {
    expect(items(markdown)).toEqual(expected);
  });
});

describe("limits", () => {
  test("2,000 characters an item, and no pair is cut", () => {
    expect(items(`${"x".repeat(1_999)}😀y`)).toEqual([item("x".repeat(1_999)), item("😀y")]);
  });

  test("100 items an array: the rest is another block of the kind, and holds what is below", () => {
    const styled = Array.from({ length: 101 }, (_, index) => (index % 2 ? "*i*" : "b")).join(" ");
    const [first, second, ...none] = convertToBlocks(`- ${styled}\n  - below`);
    expect([first, second].map((block) => [block?.type, block?.children.length])).toEqual([
      ["bulleted_list_item", 0],
      ["bulleted_list_item", 1],
    ]);
    expect(none).toEqual([]);
    expect(first?.content.rich_text).toHaveLength(100);
  });

  test("100 children: the rest follow as siblings", () => {
    const blocks = convertToBlocks(`- top\n${"  - child\n".repeat(150)}`);
    expect(blocks.map(({ children }) => children.length)).toEqual([100, ...Array(50).fill(0)]);
  });

  test("100 rows: the rest is another table with the same head", () => {
    const blocks = convertToBlocks(`| h |\n|---|\n${"| c |\n".repeat(150)}`);
    expect(blocks.map(({ children }) => children.length)).toEqual([100, 52]);
    expect(textOf([blocks[1] as Block]).slice(0, 3)).toBe("h\nc");
  });

  test("over 100 columns there is no table", () => {
    const markdown = [`|${"a|".repeat(101)}`, `|${"-|".repeat(101)}`, `|${"b|".repeat(101)}`].join("\n");
    expect(convert(markdown)).toEqual([`code: ${markdown}`]);
  });
});
