import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitQuery, NARROWEST_LIMITS } from "../../../packages/grounding/text/fit-query.ts";

describe("fitQuery", () => {
  it("leaves a short query as it is, on one line", () => {
    expect(fitQuery("  Who is\n Ada\tLovelace? ", NARROWEST_LIMITS)).toBe("Who is Ada Lovelace?");
  });

  it.each([
    ["stop words first", "the mill by the river at dawn", 15, "mill river dawn"],
    ["then words from the end", "mill river dawn heron", 15, "mill river dawn"],
    ["names after them", "mill river dawn of Ada Lovelace", 17, "mill Ada Lovelace"],
    ["a single endless word inside, never through a character", "😀".repeat(10), 5, "😀😀"],
  ])("gives up %s", (_, query, characters, fitted) => {
    expect(fitQuery(query, { characters })).toBe(fitted);
  });

  it("gives up words beyond their number", () => {
    expect(fitQuery("alpha beta gamma", { characters: 100, words: 1 })).toBe("alpha");
  });

  it.each([
    ["in capitals among other names", "Leeds Hull York Ada Lovelace", "Ada Lovelace"],
    ["in lower case", "please do consider mills and who ada lovelace was", "ada lovelace"],
  ])("gives up last what the query is about, %s", (_, query, subject) => {
    expect(fitQuery(query, { characters: 12 }, { subject })).toBe(subject);
  });

  it("adds the words of the context that the query does not say, as far as there is room", () => {
    const context = "british film director Hale";
    expect(fitQuery("Who is Tom Hale?", NARROWEST_LIMITS, { context })).toBe(
      "Who is Tom Hale? british film director",
    );
    expect(fitQuery("Who is Tom Hale?", { characters: 30 }, { context })).toBe(
      "Who is Tom Hale? british film",
    );
  });

  it("keeps within both limits, and keeps words in their order", () => {
    const limits = fc.record({
      characters: fc.integer({ min: 1, max: 60 }),
      words: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), limits, (query, limit) => {
        const fitted = fitQuery(query, limit);
        const parts = query.split(/\s+/).filter((part) => part !== "");
        expect(fitted.length).toBeLessThanOrEqual(limit.characters);
        const kept = fitted.split(" ");
        expect(kept.length).toBeLessThanOrEqual(limit.words);
        let at = 0;
        for (const part of kept) {
          at = parts.findIndex((one, index) => index >= at && one.startsWith(part)) + 1;
          expect(at > 0 || part === "").toBe(true);
        }
      }),
    );
  });
});
