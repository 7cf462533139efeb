import { shortenQuery, withoutOperators } from "@plumbline/core/research/backends/query-limits.ts";
import { searchText } from "@plumbline/core/research/search-text.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("shortenQuery", () => {
  it("leaves a short query as it is, on one line", () => {
    expect(shortenQuery("  Who is\n Ada\tLovelace? ", { characters: 400, words: 50 })).toBe(
      "Who is Ada Lovelace?",
    );
  });

  it("cuts at a word boundary", () => {
    expect(shortenQuery("alpha beta gamma", { characters: 12 })).toBe("alpha beta");
    expect(shortenQuery("alpha beta gamma", { characters: 100, words: 1 })).toBe("alpha");
  });

  it("cuts a single endless word inside, never through a character", () => {
    expect(shortenQuery("😀".repeat(10), { characters: 5 })).toBe("😀😀");
  });

  it("keeps within both limits, and keeps whole words from the start", () => {
    const limits = fc.record({
      characters: fc.integer({ min: 1, max: 60 }),
      words: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), limits, (query, limit) => {
        const short = shortenQuery(query, limit);
        expect(short.length).toBeLessThanOrEqual(limit.characters);
        expect(short.split(" ").length).toBeLessThanOrEqual(limit.words);
        expect(query.trim().split(/\s+/).join(" ").startsWith(short)).toBe(true);
      }),
    );
  });
});

describe("withoutOperators", () => {
  it("drops the marks that steer a search and nothing else", () => {
    expect(withoutOperators("!!g :de <3 what is 3 < 4: yes!")).toBe("g de 3 what is 3  4: yes!");
    expect(withoutOperators("Who is Ada Lovelace?")).toBe("Who is Ada Lovelace?");
  });
});

describe("searchText", () => {
  it("adds what the context says beyond the query", () => {
    expect(searchText("Who is Steve McQueen?", "British film director", "Steve McQueen")).toBe(
      "Who is Steve McQueen? British film director",
    );
    expect(searchText("Ada Lovelace London", "london mathematician", null)).toBe(
      "Ada Lovelace London mathematician",
    );
  });

  it("puts the name first when it stands only at the end of a long question", () => {
    const query = `${"please consider this ".repeat(300)} and tell me who Ada Lovelace was`;
    const text = searchText(query, "", "Ada Lovelace");
    expect(text.startsWith("Ada Lovelace please consider")).toBe(true);
    expect(text.split(" ")).toHaveLength(50);
  });
});
