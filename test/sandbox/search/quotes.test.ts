import { escapeHtml, highlight } from "@plumbline/sandbox/search/markup.ts";
import { bestQuotes } from "@plumbline/sandbox/search/quotes.ts";
import { describe, expect, it } from "vitest";
import { texts } from "./texts.ts";

const river = texts[0]?.text ?? "";

describe("quotes", () => {
  it("are whole sentences of the text, those nearest the query first", () => {
    expect(bestQuotes(river, "how long is the Elbe in kilometres", { count: 2, sentences: 1 })).toEqual([
      "The Elbe is about 1,091 kilometres long.",
      "The Elbe rises in the Giant Mountains.",
    ]);
  });

  it("do not end at an initial or a title", () => {
    expect(bestQuotes(river, "Falk depth 1901", { count: 1, sentences: 1 })).toEqual([
      "Dr. J. Falk measured its depth in 1901.",
    ]);
  });

  it("do not overlap, and together are no more than the text", () => {
    const quotes = bestQuotes(river, "Elbe", { count: 9, sentences: 2 });
    expect(quotes).toHaveLength(4);
    expect(quotes.map((quote) => river.indexOf(quote)).every((at) => at >= 0)).toBe(true);
    expect(quotes.join(" ")).toHaveLength(river.length);
  });

  it("of a text that ends nowhere are the whole text", () => {
    expect(bestQuotes("no end in sight", "other", { count: 3, sentences: 2 })).toEqual(["no end in sight"]);
  });
});

describe("markup", () => {
  it("escapes, and marks whole words of the query in any case", () => {
    expect(escapeHtml(`<a href="x">Tom & Jerry's</a>`)).toBe(
      "&lt;a href=&quot;x&quot;&gt;Tom &amp; Jerry&#x27;s&lt;/a&gt;",
    );
    expect(highlight("Kites, kite & kiting", "the KITE of a", "b")).toBe("Kites, <b>kite</b> &amp; kiting");
  });
});
