import { expect, test } from "vitest";
import { convertMarkdown } from "../../../packages/adapters/chatapp/text/markdown-message.ts";

interface Element {
  type: string;
  text?: string;
  url?: string;
  style?: string | Record<string, true>;
  elements?: Element[];
  [field: string]: unknown;
}

/** Inline elements as `text`, `text{bold}`, `[words](url)` or `{type value}`. */
function inline({ type, text, style, url, ...more }: Element): string {
  const styles = typeof style === "object" ? `{${Object.keys(style).join(" ")}}` : "";
  if (type === "text") return `${text}${styles}`;
  if (type === "link") return `[${text}](${url})${styles}`;
  return `{${type} ${Object.values(more).join()}}${styles}`;
}

/** Parts as `section: …`, `quote: …`, `code: …`, and each item as `bullet 0: …` or `ordered 0+2: …`. */
function outline(blocks: string | undefined): string[] {
  if (blocks === undefined) return [];
  const [block, ...more] = JSON.parse(blocks) as Element[];
  expect([block?.type, more]).toEqual(["rich_text", []]);
  return (block?.elements ?? []).flatMap((part) => {
    const { type, elements = [], style, indent, offset, border } = part;
    const bar = border ? "| " : "";
    if (type !== "rich_text_list") {
      const name = { rich_text_section: "section", rich_text_quote: "quote" }[type] ?? "code";
      return [`${bar}${name}: ${elements.map(inline).join("")}`];
    }
    return elements.map(
      (item, at) =>
        `${bar}${style} ${indent}${offset ? `+${offset}` : ""}${at ? "'" : ""}: ${item.elements?.map(inline).join("")}`,
    );
  });
}

const read = (text: string, mentions = false) => {
  const { message, isMrkdwn } = convertMarkdown(text, mentions);
  return { ...message, isMrkdwn };
};

test.each<[what: string, markdown: string, parts: string[], text: string]>([
  ["bold", "a **b** c", ["section: a b{bold} c"], "a b c"],
  ["bold with underscores", "__b__", ["section: b{bold}"], "b"],
  ["italics", "_b_ c", ["section: b{italic} c"], "b c"],
  ["both", "***b***", ["section: b{italic bold}"], "b"],
  ["struck", "~~b~~", ["section: b{strike}"], "b"],
  ["bold within a word", "ab**cd**ef", ["section: abcd{bold}ef"], "abcdef"],
  ["bold next to Chinese", "这是**重要**的", ["section: 这是重要{bold}的"], "这是重要的"],
  ["bold before a full stop", "**b**. **c**!", ["section: b{bold}. c{bold}!"], "b. c!"],
  ["bold in parentheses", "(**b**)", ["section: (b{bold})"], "(b)"],
  ["code", "`a`", ["section: a{code}"], "a"],
  [
    "marks in code",
    "`**a** _b_ <@U0ADA> &amp;`",
    ["section: **a** _b_ <@U0ADA> &amp;{code}"],
    "**a** _b_ &lt;@U0ADA&gt; &amp;amp;",
  ],
  ["bold code", "**`a`**", ["section: a{bold code}"], "a"],
  ["a heading", "# A\n## B", ["section: A{bold}\n\nB{bold}"], "A\n\nB"],
  ["a heading with code", "# A `b`", ["section: A {bold}b{bold code}"], "A b"],
  [
    "a link",
    "[the PR](https://e.example/1)",
    ["section: [the PR](https://e.example/1)"],
    "<https://e.example/1|the PR>",
  ],
  [
    "a bold link",
    "**[a](https://e.example/1)**",
    ["section: [a](https://e.example/1){bold}"],
    "<https://e.example/1|a>",
  ],
  [
    "a link by reference",
    "[a][1] **b**\n\n[1]: https://e.example/1",
    ["section: [a](https://e.example/1) b{bold}"],
    "<https://e.example/1|a> b",
  ],
  [
    "parentheses in an address",
    "[a](https://e.example/x_(y))",
    ["section: [a](https://e.example/x_(y))"],
    "<https://e.example/x_(y)|a>",
  ],
  [
    "a pipe in an address",
    "[a](https://e.example/x|y)",
    ["section: [a](https://e.example/x|y)"],
    "<https://e.example/x%7Cy|a>",
  ],
  [
    "marks in a link's words",
    "[a|b <c>](https://e.example/)",
    ["section: [a|b <c>](https://e.example/)"],
    "<https://e.example/|a b &lt;c&gt;>",
  ],
  [
    "a bare address",
    "**a** https://e.example/a_b_c?x=1&y=2.",
    ["section: a{bold} [https://e.example/a_b_c?x=1&y=2](https://e.example/a_b_c?x=1&y=2)."],
    "a https://e.example/a_b_c?x=1&amp;y=2.",
  ],
  [
    "an address in brackets",
    "**a** <https://e.example/a_b>",
    ["section: a{bold} [https://e.example/a_b](https://e.example/a_b)"],
    "a https://e.example/a_b",
  ],
  [
    "a script",
    "[a](javascript:alert(1)) **b**",
    ["section: a (javascript:alert(1)) b{bold}"],
    "a (javascript:alert(1)) b",
  ],
  [
    "an image",
    "![a chart](https://e.example/c.png)",
    ["section: [a chart](https://e.example/c.png)"],
    "<https://e.example/c.png|a chart>",
  ],
  [
    "an image on a path",
    "![a](./c.png) **b**",
    ["section: a (image left out: ./c.png) b{bold}"],
    "a (image left out: ./c.png) b",
  ],
  [
    "words that are another address",
    "[https://bank.example/login](https://evil.example/) <https://evil.example/|www.bank.example>",
    [
      "section: [https://bank.example/login](https://evil.example/) [www.bank.example](https://evil.example/)",
    ],
    "<https://evil.example/|https://bank.example/login> <https://evil.example/|www.bank.example>",
  ],
  [
    "Slack's link",
    "**a** <https://e.example/1|the *PR* of 1>",
    ["section: a{bold} [the *PR* of 1](https://e.example/1)"],
    "a <https://e.example/1|the *PR* of 1>",
  ],
  ["a list", "- a\n- **b**", ["bullet 0: a", "bullet 0': b{bold}"], "a\nb"],
  ["a list of asterisks", "* a\n* b", ["bullet 0: a", "bullet 0': b"], "a\nb"],
  [
    "a nested list",
    "- a\n  - b\n    - c\n- d",
    ["bullet 0: a", "bullet 1: b", "bullet 2: c", "bullet 0: d"],
    "a\nb\nc\nd",
  ],
  ["a numbered list", "1. a\n2. b", ["ordered 0: a", "ordered 0': b"], "a\nb"],
  ["a list that begins at 3", "3. a\n4. b", ["ordered 0+2: a", "ordered 0+2': b"], "a\nb"],
  [
    "a numbered list that is interrupted",
    "1. a\n   - b\n2. c",
    ["ordered 0: a", "bullet 1: b", "ordered 0+1: c"],
    "a\nb\nc",
  ],
  [
    "code in a list",
    "1. a\n   ```\n   x\n   ```\n2. b",
    ["ordered 0: a", "code: x", "ordered 0+1: b"],
    "a\nx\nb",
  ],
  ["a loose item", "- a\n\n  b\n- c", ["bullet 0: a\nb", "bullet 0': c"], "a\nb\nc"],
  ["an empty item", "-\n- a", ["bullet 0:  ", "bullet 0': a"], " \na"],
  ["tasks", "- [ ] a\n- [x] b", ["bullet 0: ☐ a", "bullet 0': ☑ b"], "☐ a\n☑ b"],
  ["a text around a list", "a\n\n- b\n\nc", ["section: a", "bullet 0: b", "section: \nc"], "a\nb\n\nc"],
  ["a quote", "> a **b**\n> c", ["quote: a b{bold}\nc"], "a b\nc"],
  ["a quote of two paragraphs", "> a\n>\n> b", ["quote: a\n\nb"], "a\n\nb"],
  ["a list in a quote", "> - a\n> - b", ["| bullet 0: a", "| bullet 0': b"], "a\nb"],
  ["code in a quote", "> ```\n> a\n> ```", ["| code: a"], "a"],
  [
    "a code block",
    "```js\nif (a < b && c) { **d** }\n```",
    ["code: if (a < b && c) { **d** }"],
    "if (a &lt; b &amp;&amp; c) { **d** }",
  ],
  ["an indented code block", "a\n\n    b *c*", ["section: a", "code: b *c*"], "a\nb *c*"],
  [
    "mentions in a code block",
    "```\n<!channel> <@U0ADA>\n```",
    ["code: <!channel> <@U0ADA>"],
    "&lt;!channel&gt; &lt;@U0ADA&gt;",
  ],
  [
    "a table",
    "| a | bcd |\n|---|---|\n| ef | [g](https://e.example/) |",
    ["code: | a | bcd |\n|---|---|\n| ef | [g](https://e.example/) |"],
    "| a | bcd |\n|---|---|\n| ef | [g](https://e.example/) |",
  ],
  [
    "a table with a longer row",
    "| a |\n|---|\n| b | c |",
    ["code: | a |\n|---|\n| b | c |"],
    "| a |\n|---|\n| b | c |",
  ],
  ["a rule between styles", "**a**\n\n---\n\nb", ["section: a{bold}\n\n———\n\nb"], "a\n\n———\n\nb"],
  ["escapes", "\\*a\\* **b**", ["section: *a* b{bold}"], "*a* b"],
  ["entities", "a &lt;b&gt; &amp; **c**", ["section: a <b> & c{bold}"], "a &lt;b&gt; &amp; c"],
  ["HTML", "<b>a</b> **c**<br>d", ["section: <b>a</b> c{bold}\nd"], "&lt;b&gt;a&lt;/b&gt; c\nd"],
  [
    "a block of HTML",
    "<div>\n<!channel>\n</div>\n\n**a**",
    ["section: <div>\n<!channel>\n</div>\n\na{bold}"],
    "&lt;div&gt;\n&lt;!channel&gt;\n&lt;/div&gt;\n\na",
  ],
  [
    "an emoji's name",
    "**a** 10:30:45 std::vec::Vec `:tada:`",
    ["section: a{bold} 10:30:45 std::vec::Vec :tada:{code}"],
    "a 10:30:45 std::vec::Vec :tada:",
  ],
  [
    "mentions",
    "**a** <!channel> <@U0ADA> @here <#C0GENERAL|general>",
    ["section: a{bold} <!channel> <@U0ADA> @here <#C0GENERAL|general>"],
    "a &lt;!channel&gt; &lt;@U0ADA&gt; @here &lt;#C0GENERAL|general&gt;",
  ],
  [
    "mentions in a link",
    "[<!here> a](https://e.example/<@U0ADA>)",
    ["section: [<!here> a](https://e.example/%3C@U0ADA%3E)"],
    "<https://e.example/%3C@U0ADA%3E|&lt;!here&gt; a>",
  ],
  [
    "characters of a stand-in",
    "**a** <\u{E000}0\u{E001}> \u{E000}",
    ["section: a{bold} <\u{E000}0\u{E001}> \u{E000}"],
    "a &lt;\u{E000}0\u{E001}&gt; \u{E000}",
  ],
])("%s", (_what, markdown, parts, text) => {
  const sent = read(markdown);
  expect(outline(sent.blocks)).toEqual(parts);
  expect(sent.text).toBe(text);
  expect(sent.isMrkdwn).toBe(false);
});

test.each([
  ["words", "Hello, Ada!", "Hello, Ada!", undefined],
  ["blanks and tabs", "  a\n\tb  ", "  a\n\tb  ", undefined],
  ["an address", "see https://e.example/a_b_c", "see https://e.example/a_b_c", undefined],
  ["arithmetic", "5 * 3 * 2 < 31 & more", "5 * 3 * 2 &lt; 31 &amp; more", undefined],
  ["tildes", "~5 and ~6", "~5 and ~6", "false"],
  ["escapes", "\\*a\\* \\_b\\_ \\`c\\`", "*a* _b_ `c`", "false"],
  ["an entity", "a &lt;b&gt;", "a &lt;b&gt;", undefined],
  ["an emoji", ":tada: Done", ":tada: Done", undefined],
])("%s need no blocks, and nothing in the text is formatting", (_what, markdown, text, mrkdwn) => {
  const sent = read(markdown);
  expect(sent).toEqual({ text, isMrkdwn: false, ...(mrkdwn && { mrkdwn }) });
});

test("with mentions allowed, they are elements, and in the text they are live", () => {
  const sent = read(
    "**a** <@U0ADA> <@W1|ada> <!here> <!subteam^S0OPS|ops> <#C0GENERAL|general> `<@U1>`",
    true,
  );
  expect(outline(sent.blocks)).toEqual([
    "section: a{bold} {user U0ADA} {user W1} {broadcast here} {usergroup S0OPS} {channel C0GENERAL} <@U1>{code}",
  ]);
  expect(sent.text).toBe("a <@U0ADA> <@W1> <!here> <!subteam^S0OPS> <#C0GENERAL> &lt;@U1&gt;");
});

test.each([
  ["*bold*", true],
  ["The build is *green*.", true],
  ["~struck~ and _italic_", true],
  ["<https://e.example/1|the PR>", true],
  ["<@U0ADA>: see `code`", true],
  ["*Title*\n- a\n1. b\n> c\n```\nd\n```", true],
  ["**bold** and *italic*", false],
  ["# Title\n*a*", false],
  ["*a* [b](https://e.example/)", false],
  ["*a* ~~b~~", false],
  ["* a\n* *b*", false],
  ["*a*\n```js\nb\n```", false],
  ["_a_ `b` > c", false],
  ["Hello", false],
])("%j: only Slack's own markup is %s", (text, expected) => {
  expect(convertMarkdown(text, false).isMrkdwn).toBe(expected);
});
