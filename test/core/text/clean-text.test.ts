import { cleanText } from "@plumbline/core/text/clean-text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("cleanText", () => {
  it.each([
    ["<p>Ada <b>Love</b>lace</p><p>wrote notes</p>", "Ada Lovelace wrote notes"],
    ["one<br>two<li>three</li>", "one two three"],
    ["before<script>if (a < b) { run() }</script><style>p { color: red }</style> after", "before after"],
    ["<!-- hidden -->Tom &amp; Jerry &#8211; caf&eacute;", "Tom & Jerry – café"],
    ['<a href="/x>y" title="no">link</a>', "link"],
    ["a\u0000b\tc\n\n d\u00a0e\u200bf", "a b c d ef"],
    ["Cafe\u0301", "Caf\u00e9"],
  ])("reads %j as %j", (html, text) => {
    expect(cleanText(html)).toBe(text);
  });

  it.each([
    "AT&T",
    "3 < 4 and 5 > 4",
    "a<b",
    "Map<String, Foo> was empty",
    "x <b",
    "/find?a=1&copy=2",
    "I <3 tea",
    "R&D",
  ])("leaves the plain text %j alone", (text) => {
    expect(cleanText(text)).toBe(text);
  });

  it("decodes entities once, so that escaped markup is shown and not obeyed", () => {
    expect(cleanText("the &lt;b&gt; tag and &amp;amp;")).toBe("the <b> tag and &amp;");
  });

  it("never throws, and leaves no control character and no double space", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (html) => {
        expect(cleanText(html)).not.toMatch(/\p{Cc}|\s\s|^\s|\s$/u);
      }),
    );
  });

  it("changes nothing the second time when no markup was escaped in the text", () => {
    const piece = fc.constantFrom(
      "<b>",
      "</p>",
      "AT&T",
      " < ",
      "word",
      "\n",
      "é",
      "<br/>",
      "&nbsp;",
      "1 > 0",
      "Foo<Bar>",
      "]",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const once = cleanText(pieces.join(""));
        expect(cleanText(once)).toBe(once);
      }),
    );
  });
});
